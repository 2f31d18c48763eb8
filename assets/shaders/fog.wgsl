// What lies over the whole board and goes on beyond it: the map of what was never seen, the veil of what
// is remembered, night and the light in it. Colors are premultiplied by alpha. The map tells nothing of the
// ground: it is drawn of noise alone. `spare` of the board is 1 in space.

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

// How bright the stars of one size are at a place.
fn stars(place: vec2<f32>, step: f32, unit: f32) -> f32 {
    let cell = floor(place / step);
    let seed = fract(sin(vec3(
        dot(cell, vec2(127.1, 311.7)),
        dot(cell, vec2(269.5, 183.3)),
        dot(cell, vec2(419.2, 371.9)),
    )) * 43758.547);
    let middle = (cell + 0.2 + 0.6 * seed.xy) * step;
    let size = max(step * 0.022, unit * 0.8);
    return smoothstep(size, 0.0, distance(place, middle)) * seed.z * seed.z;
}

// Ground that was never seen, as a map has it: a chart of stars, or paper with lines of height.
fn unseen(place: vec2<f32>, unit: f32, found: Around) -> vec3<f32> {
    let broad = textureSampleLevel(noise, noise_sampler, place * 0.10 / NOISE, 0.0);
    // Clouds of space are finer, and bent by the broad ones.
    let bent = place * mix(0.9, 0.31, board.spare) + (broad.gb - 0.5) * 70.0 * board.spare;
    let fine = textureSampleLevel(noise, noise_sampler, bent / NOISE, 0.0);
    let near = found.near;
    let low = min(near.x, min(near.y, near.z));
    let edge = (2.0 * max(near.x, max(near.y, near.z)) + low - 1.0) * 48.0;
    let grid = 1.0 - smoothstep(0.3, 0.3 + max(unit, 0.9) * 1.3, edge);
    let on_board = vec3(is_on_board(found.first), is_on_board(found.second), is_on_board(found.third));
    let inside = dot(soft_shares(near), select(vec3(0.0), vec3(1.0), on_board));
    if board.spare > 0.5 {
        let cloud = broad.r * 0.62 + fine.r * 0.38;
        let haze = broad.b * 0.60 + fine.g * 0.40;
        let rim = smoothstep(0.10, 0.0, abs(cloud - 0.56)) * smoothstep(0.35, 0.65, fine.b);
        var sky = vec3(0.0070, 0.0105, 0.0230) * (0.75 + 0.5 * broad.g);
        sky += vec3(0.020, 0.009, 0.036) * smoothstep(0.46, 0.78, cloud);
        sky += vec3(0.002, 0.017, 0.028) * smoothstep(0.48, 0.80, haze);
        sky += vec3(0.016, 0.009, 0.018) * rim * rim;
        sky *= 0.70 + 0.30 * smoothstep(0.30, 0.60, fine.b);
        sky += vec3(0.55, 0.62, 0.75) * (stars(place, 61.0, unit) * 0.5 + stars(place + 31.0, 173.0, unit));
        return sky + (vec3(0.003, 0.005, 0.010) + vec3(0.018, 0.026, 0.040) * grid) * inside;
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
        return vec4(SEEN_SPACE * board.spare, 0.0);
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
    let cloth = veil * mix(0.50, 0.18, board.spare);
    color = mix(color, mix(vec3(0.034, 0.036, 0.040), map, board.spare), cloth);
    cover = 1.0 - (1.0 - cover) * (1.0 - cloth);

    // Never seen: the map.
    let gone = 1.0 - smoothstep(0.06, 0.40, ragged);
    color = mix(color, map, gone);
    cover = 1.0 - (1.0 - cover) * (1.0 - gone);
    return vec4(color + SEEN_SPACE * board.spare * (1.0 - gone), cover);
}
