for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.addEventListener("click", () => {
    const order = head.getAttribute("aria-sort") === "descending" ? "ascending" : "descending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const text = (row) => row.cells[column].textContent;
    // What does not apply has no number and stands below all.
    const number = (row) => parseFloat(text(row).replace(/[<,+ ]/g, "")) || (/[0-9]/.test(text(row)) ? 0 : -Infinity);
    const compare = head.classList.contains("n")
      ? (a, b) => (number(a) > number(b)) - (number(a) < number(b))
      : (a, b) => text(a).localeCompare(text(b));
    const sign = order === "ascending" ? 1 : -1;
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort((a, b) => sign * compare(a, b)));
  }));
}
