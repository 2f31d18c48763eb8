for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.addEventListener("click", () => {
    const order = head.getAttribute("aria-sort") === "descending" ? "ascending" : "descending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const key = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent;
    const compare = (a, b) => {
      const [x, y] = [key(a), key(b)];
      const both = x !== "" && y !== "" && Number.isFinite(+x) && Number.isFinite(+y);
      return both ? x - y : x === "" ? -1 : y === "" ? 1 : x.localeCompare(y);
    };
    const sign = order === "ascending" ? 1 : -1;
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort((a, b) => sign * compare(a, b)));
  }));
}
