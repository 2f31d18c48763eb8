// What lies over the whole board and goes on beyond it: the map of what was never seen, the veil of what
// is remembered, night and the light in it. Colors are premultiplied by alpha. The map tells nothing of the
// ground: it is drawn of noise alone. `spare` of the board says what lies around it: 0 is more of the map,
// 1 space, 2 a forest, 3 rock.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import bevy_sprite::mesh2d_view_bindings::globals
#import hexscape::lattice::{Board, Around, around, look, soft_shares}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> board: Board;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var data: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var noise: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var noise_sampler: sampler;

const NOISE: f32 = 256.0;
// Space in sight is lighter than its chart.
const SEEN_SPACE = vec3<f32>(0.014, 0.021, 0.038);

// Whether a hex is on the board.
fn is_on_board(tile: vec2<i32>) -> bool {
    return all(tile >= vec2(0)) && all(tile < vec2<i32>(textureDimensions(data)));
}

// Where light comes from: the upper left.
const LIGHT = vec2<f32>(-0.62, 0.58);

fn is_space() -> bool {
    return board.spare > 0.5 && board.spare < 1.5;
}

fn scattered(cell: vec2<f32>) -> vec3<f32> {
    return fract(sin(vec3(
        dot(cell, vec2(127.1, 311.7)),
        dot(cell, vec2(269.5, 183.3)),
        dot(cell, vec2(419.2, 371.9)),
    )) * 43758.547);
}

// How bright the stars of one size are at a place.
fn stars(place: vec2<f32>, step: f32, unit: f32) -> f32 {
    let cell = floor(place / step);
    let seed = scattered(cell);
    let middle = (cell + 0.2 + 0.6 * seed.xy) * step;
    let size = max(step * 0.022, unit * 0.8);
    return smoothstep(size, 0.0, distance(place, middle)) * seed.z * seed.z;
}

// A planet with its night side; alpha says where it is.
fn planet(place: vec2<f32>, middle: vec2<f32>, radius: f32, tint: vec3<f32>, grain: vec4<f32>) -> vec4<f32> {
    let at = (place - middle) / radius;
    let far = length(at);
    let dome = sqrt(max(1.0 - far * far, 0.0));
    let day = clamp(dot(at, LIGHT) + dome * 0.45, 0.0, 1.0);
    let bands = 0.75 + 0.5 * grain.r + 0.22 * sin(at.y * 11.0 + grain.b * 5.0);
    let ground = tint * bands * (0.06 + day * 1.1) + vec3(0.02, 0.035, 0.06) * pow(1.0 - dome, 3.0) * day;
    return vec4(ground, 1.0 - smoothstep(0.985, 1.0, far));
}

// Plates of a hull: light and dark ones by turns.
fn plate(along: f32) -> f32 {
    return step(0.5, fract(along / 17.0));
}

// A broken hull that drifts, in some of the cells of a wide lattice; alpha says where it is.
fn wreck(place: vec2<f32>, grain: vec4<f32>) -> vec4<f32> {
    let wide = 430.0;
    let cell = floor(place / wide);
    let seed = scattered(cell + 7.0);
    let turn = vec2(cos(seed.x * 6.283), sin(seed.x * 6.283));
    let off = place - (cell + 0.3 + 0.4 * seed.yx) * wide;
    let along = vec2(dot(off, turn), dot(off, vec2(-turn.y, turn.x)));
    let size = vec2(62.0, 15.0) * (0.7 + 0.6 * seed.y);
    // Its end is torn off.
    let tip = size.x * (0.75 - 0.9 * (grain.g - 0.5));
    let side = size.y * (1.0 - 0.35 * smoothstep(0.0, -size.x, along.x));
    let is_in = smoothstep(1.5, -1.5, max(abs(along.x + 4.0) - tip, abs(along.y) - side));
    let plates = 0.7 + 0.3 * plate(along.x) + 0.5 * (grain.r - 0.5);
    let lit = 0.55 + 0.45 * clamp(along.y / side * dot(vec2(-turn.y, turn.x), LIGHT), -1.0, 1.0);
    return vec4(vec3(0.062, 0.066, 0.074) * plates * lit, is_in * step(0.62, seed.z));
}

// Crowns of trees, one in each cell of a lattice: how light it is, and whether there is one.
fn crowns(place: vec2<f32>, step: f32, grain: vec4<f32>) -> vec2<f32> {
    let cell = floor(place / step);
    let seed = scattered(cell);
    let radius = step * (0.34 + 0.10 * seed.z);
    let at = (place - (cell + 0.44 + 0.12 * seed.xy) * step) / radius;
    let far = length(at) + (grain.g - 0.5) * 0.75;
    let dome = sqrt(max(1.0 - far * far, 0.0));
    let light = 0.34 + 0.5 * clamp(dot(at, LIGHT) * 0.9 + dome * 0.5, 0.0, 1.0) + 0.7 * (grain.b - 0.5);
    return vec2(light * (0.8 + 0.4 * seed.x), smoothstep(1.0, 0.9, far));
}

// What stands around a board whose ground is known: a forest's edge.
fn forest(place: vec2<f32>, broad: vec4<f32>, fine: vec4<f32>) -> vec3<f32> {
    let soil = vec3(0.010, 0.014, 0.008) * (0.7 + 0.6 * fine.r);
    let leaves = mix(vec3(0.026, 0.046, 0.018), vec3(0.020, 0.040, 0.024), broad.g) * (0.7 + 0.5 * broad.r);
    let low = crowns(place + vec2(41.0, 37.0), 92.0, fine);
    let high = crowns(place, 104.0, fine);
    let under = mix(soil, leaves * 0.72 * low.x, low.y);
    return mix(under, leaves * 1.25 * high.x, high.y);
}

// The same: rock that halls were cut into.
fn rock(place: vec2<f32>, broad: vec4<f32>, fine: vec4<f32>) -> vec3<f32> {
    let beside = textureSampleLevel(noise, noise_sampler, (place * 0.45 + LIGHT * 5.0) / NOISE, 0.0);
    let here = textureSampleLevel(noise, noise_sampler, place * 0.45 / NOISE, 0.0);
    let slope = clamp((here.g - beside.g) * 3.2, -0.6, 0.8);
    let crack = smoothstep(0.035, 0.0, abs(here.b - 0.5)) * 0.45;
    return vec3(0.036, 0.033, 0.029) * (0.65 + 0.5 * broad.r + 0.3 * (fine.g - 0.5) + slope) * (1.0 - crack);
}

// Where the middle of the board is in the world, and half its size.
fn extent() -> vec4<f32> {
    let size = vec2<f32>(textureDimensions(data)) * vec2(96.0, 83.1375);
    let wide = select(size, size.yx, (board.kind & 1u) == 1u);
    return vec4(wide.x * 0.5, board.top - wide.y * 0.5, wide * 0.5);
}

// Ground that was never seen, as a map has it: a chart of stars, or paper with lines of height.
fn unseen(place: vec2<f32>, unit: f32, found: Around) -> vec3<f32> {
    let broad = textureSampleLevel(noise, noise_sampler, place * 0.10 / NOISE, 0.0);
    // Clouds of space are finer, and bent by the broad ones.
    let bent = select(place * 0.9, place * 0.31 + (broad.gb - 0.5) * 70.0, is_space());
    let fine = textureSampleLevel(noise, noise_sampler, bent / NOISE, 0.0);
    let near = found.near;
    let low = min(near.x, min(near.y, near.z));
    let edge = (2.0 * max(near.x, max(near.y, near.z)) + low - 1.0) * 48.0;
    let grid = 1.0 - smoothstep(0.3, 0.3 + max(unit, 0.9) * 1.3, edge);
    let on_board = vec3(is_on_board(found.first), is_on_board(found.second), is_on_board(found.third));
    let inside = dot(soft_shares(near), select(vec3(0.0), vec3(1.0), on_board));
    if is_space() {
        let cloud = broad.r * 0.62 + fine.r * 0.38;
        let haze = broad.b * 0.60 + fine.g * 0.40;
        let rim = smoothstep(0.10, 0.0, abs(cloud - 0.56)) * smoothstep(0.35, 0.65, fine.b);
        var sky = vec3(0.0070, 0.0105, 0.0230) * (0.75 + 0.5 * broad.g);
        sky += vec3(0.020, 0.009, 0.036) * smoothstep(0.46, 0.78, cloud);
        sky += vec3(0.002, 0.017, 0.028) * smoothstep(0.48, 0.80, haze);
        sky += vec3(0.016, 0.009, 0.018) * rim * rim;
        sky *= 0.70 + 0.30 * smoothstep(0.30, 0.60, fine.b);
        sky += vec3(0.55, 0.62, 0.75) * (stars(place, 61.0, unit) * 0.5 + stars(place + 31.0, 173.0, unit));
        // Beside the board, never behind it.
        let board_at = extent();
        let large = planet(place, board_at.xy + vec2(-board_at.z - 250.0, board_at.w * 0.55), 300.0, vec3(0.075, 0.058, 0.046), broad);
        let moon = planet(place, board_at.xy + vec2(board_at.z + 210.0, -board_at.w * 0.35), 90.0, vec3(0.060, 0.066, 0.075), fine);
        let hull = wreck(place, fine);
        let beside = 1.0 - smoothstep(0.0, 0.25, inside);
        sky = mix(sky, large.rgb, large.a * beside);
        sky = mix(sky, moon.rgb, moon.a * beside);
        sky = mix(sky, hull.rgb, hull.a * beside);
        return sky + (vec3(0.003, 0.005, 0.010) + vec3(0.018, 0.026, 0.040) * grid) * inside;
    }
    if board.spare > 2.5 {
        return rock(place, broad, fine);
    }
    if board.spare > 1.5 {
        return forest(place, broad, fine);
    }
    let paper = vec3(0.043, 0.041, 0.035) * (0.72 + 0.36 * broad.r + 0.22 * fine.g);
    let height = fract(broad.b * 9.0 + fine.r * 0.18);
    let line = smoothstep(0.06, 0.0, abs(height - 0.5)) * 0.35;
    let drawn = paper * (1.0 + 0.5 * line) * mix(0.7, 1.0, inside);
    return drawn + vec3(0.016, 0.015, 0.013) * grid * inside;
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let place = in.world_position.xy;
    let unit = max(abs(dpdx(place.x)), abs(dpdy(place.y)));
    let found = around(board, place);
    let first = look(data, found.first);
    let second = look(data, found.second);
    let third = look(data, found.third);
    let sights = vec3(first.w, second.w, third.w);
    if board.is_night < 0.5 && all(sights == vec3(255u)) {
        return vec4(select(vec3(0.0), SEEN_SPACE, is_space()), 0.0);
    }
    let map = unseen(place, unit, found);
    if all(sights == vec3(0u)) {
        return vec4(map, 1.0);
    }
    let soft = soft_shares(found.near);
    let seen = dot(soft, vec3<f32>(sights)) / 255.0;
    let light = dot(soft, vec3(f32(first.z), f32(second.z), f32(third.z))) / 255.0;
    let drift = vec2(globals.time * 2.0, globals.time * -1.1);
    let mist = textureSampleLevel(noise, noise_sampler, (place * 0.55 + drift) / NOISE, 0.0);
    let ragged = seen + (mist.r - 0.5) * 0.16;

    // Night: cool and dark, less so where one looks, least in the light.
    var color = vec3(0.0);
    var cover = 0.0;
    if board.is_night > 0.5 {
        let watched = smoothstep(0.55, 0.95, ragged);
        let dark = mix(0.64, 0.40, watched) * (1.0 - 0.92 * smoothstep(0.05, 0.6, light));
        cover = dark;
        color = vec3(0.006, 0.013, 0.034) * dark;
        color += vec3(0.030, 0.017, 0.005) * light;
    }

    // Remembered: gray and dim, as paper. In space nothing but ships is hidden: a breath of it.
    let veil = 1.0 - smoothstep(0.56, 0.92, ragged);
    let cloth = veil * select(0.50, 0.18, is_space());
    color = mix(color, select(vec3(0.034, 0.036, 0.040), map, is_space()), cloth);
    cover = 1.0 - (1.0 - cover) * (1.0 - cloth);

    // Never seen: the map.
    let gone = 1.0 - smoothstep(0.06, 0.40, ragged);
    color = mix(color, map, gone);
    cover = 1.0 - (1.0 - cover) * (1.0 - gone);
    return vec4(color + select(vec3(0.0), SEEN_SPACE, is_space()) * (1.0 - gone), cover);
}
