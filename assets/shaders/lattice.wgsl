// Where a place lies between the middles of hexes, and what the board's data says of them.
#define_import_path hexscape::lattice

// Width of a hex, and distance between its lines.
const WIDTH: f32 = 96.0;
const LINE: f32 = 83.1375;

// Kinds of surfaces from here on are none: what stands there stands on the ground of its neighbors.
const SHARED: u32 = 14u;
// Never seen, or beyond the board.
const UNKNOWN: u32 = 15u;

struct Board {
    // Where the first line lies in the world.
    top: f32,
    // 1 where hexes are flat-top: the board is then looked at across. 2 more where even lines are the
    // shifted ones.
    kind: u32,
    // 1 at night.
    is_night: f32,
    spare: f32,
}

// The three hexes whose middles lie around a place.
struct Around {
    // Their texels.
    first: vec2<i32>,
    second: vec2<i32>,
    third: vec2<i32>,
    // How near each is: 1 in its middle, 1/2 on the side between two. They sum to 1.
    near: vec3<f32>,
    // Whether the first is the upper left of the three.
    is_low: bool,
    // One of three colors of the first, so that no two neighbors share one; the others have the next.
    color: i32,
}

fn is_flat(board: Board) -> bool {
    return (board.kind & 1u) == 1u;
}

// Turns a direction of the world into one of the board.
fn across(board: Board, way: vec2<f32>) -> vec2<f32> {
    return select(vec2(way.x, -way.y), vec2(-way.y, way.x), is_flat(board));
}

fn texel(board: Board, axial: vec2<i32>) -> vec2<i32> {
    return vec2(axial.x + ((axial.y + i32(board.kind >> 1u)) >> 1u), axial.y);
}

fn around(board: Board, world: vec2<f32>) -> Around {
    let down = board.top - world.y;
    let place = select(vec2(world.x, down), vec2(down, world.x), is_flat(board));
    let r = place.y / LINE;
    let q = place.x / WIDTH - 0.5 * r;
    let corner = floor(vec2(q, r));
    let part = vec2(q, r) - corner;
    let at = vec2<i32>(corner);
    let is_low = part.x + part.y < 1.0;
    var found: Around;
    found.first = texel(board, select(at + vec2(1, 1), at, is_low));
    found.second = texel(board, at + vec2(1, 0));
    found.third = texel(board, at + vec2(0, 1));
    found.near = select(
        vec3(part.x + part.y - 1.0, 1.0 - part.y, 1.0 - part.x),
        vec3(1.0 - part.x - part.y, part.x, part.y),
        is_low,
    );
    found.is_low = is_low;
    found.color = (((at.x - at.y) % 3) + 3) % 3;
    return found;
}

// Where nearness to each of the three grows, per unit.
fn slopes(found: Around) -> mat3x2<f32> {
    let dq = vec2(1.0 / WIDTH, -0.5 / LINE);
    let dr = vec2(0.0, 1.0 / LINE);
    if found.is_low {
        return mat3x2(-dq - dr, dq, dr);
    }
    return mat3x2(dq + dr, -dr, -dq);
}

// Surface and its growth, elevation, light and sight of a hex.
fn look(data: texture_2d<u32>, tile: vec2<i32>) -> vec4<u32> {
    let size = vec2<i32>(textureDimensions(data));
    let is_inside = all(tile >= vec2(0)) && all(tile < size);
    let found = textureLoad(data, clamp(tile, vec2(0), size - vec2(1)), 0);
    return select(vec4(UNKNOWN, 128u, 0u, 0u), found, is_inside);
}

// Shares that change over along the sides of hexes, softly.
fn soft_shares(near: vec3<f32>) -> vec3<f32> {
    let power = near * near;
    return power / (power.x + power.y + power.z);
}

// Shares that stay near one within a hex and change over along its sides.
fn hard_shares(near: vec3<f32>) -> vec3<f32> {
    let square = near * near;
    let fourth = square * square;
    let power = fourth * fourth;
    return power / (power.x + power.y + power.z);
}
