// The ground of the board in one pass: surfaces that grow into each other, shores, water, lava,
// relief with its shadows, light of fires.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import bevy_sprite::mesh2d_view_bindings::globals
#import hexscape::lattice::{Board, Around, across, around, look, shares, UNKNOWN, SHARED}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> board: Board;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var data: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var surfaces: texture_2d_array<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var surfaces_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(4) var noise: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(5) var noise_sampler: sampler;

// Pictures are this many units wide.
const SURFACE: f32 = 512.0;
const NOISE: f32 = 256.0;

// Surfaces, as the program numbers them.
const STONE: u32 = 6u;
const SHALLOW: u32 = 8u;
const DEEP: u32 = 9u;
const LAVA: u32 = 10u;
const ACID: u32 = 11u;
// Layer of the rock that cliffs show.
const ROCK: i32 = 9;

// How far each surface grows over its neighbors, in hexes.
const GROWTH = array(0.22, 0.22, 0.2, 0.2, 0.08, 0.0, 0.0, 0.14, 0.12, 0.12, 0.16, 0.14);

fn is_liquid(surface: u32) -> bool {
    return surface >= SHALLOW && surface <= ACID;
}

fn paint(layer: i32, place: vec2<f32>, detail: f32) -> vec4<f32> {
    return textureSampleLevel(surfaces, surfaces_sampler, place / SURFACE, layer, detail);
}

fn grain(place: vec2<f32>, detail: f32) -> vec4<f32> {
    return textureSampleLevel(noise, noise_sampler, place / NOISE, detail);
}

// Water as deep as 0 to 1, over its bed.
fn water(place: vec2<f32>, depth: f32, detail: f32) -> vec3<f32> {
    let time = globals.time;
    let drift = vec2(time * 5.0, time * 3.2);
    let first = grain(place * 0.9 + drift, detail).a;
    let second = grain(place.yx * 0.62 - drift * 0.8, detail).a;
    let ripple = first + second - 1.0;
    let bed = paint(i32(SHALLOW), place + vec2(ripple * 14.0), detail).rgb;
    let near = vec3(0.055, 0.115, 0.125);
    let far = vec3(0.006, 0.022, 0.038);
    let body = mix(near, far, smoothstep(0.25, 1.0, depth));
    var color = mix(bed * vec3(0.55, 0.78, 0.8), body, smoothstep(0.0, 0.75, depth));
    // Light that gathers in the waves, on the bed and on the surface.
    let glint = smoothstep(0.16, 0.5, ripple * 0.5 + 0.1);
    color += glint * mix(vec3(0.07, 0.085, 0.08), vec3(0.014, 0.026, 0.032), depth);
    return color * (1.0 + 0.25 * ripple);
}

fn lava(place: vec2<f32>, detail: f32) -> vec3<f32> {
    let time = globals.time;
    let swirl = grain(place * 0.5 + vec2(time * 2.0, -time * 1.4), detail);
    let crust = paint(i32(LAVA), place + (swirl.rg - 0.5) * 36.0, detail);
    let pulse = 0.8 + 0.35 * sin(time * 0.9 + swirl.b * 12.0);
    let glow = max(crust.r - 0.05, 0.0);
    return crust.rgb * (0.55 + pulse * glow * 2.6);
}

fn acid(place: vec2<f32>, detail: f32) -> vec3<f32> {
    let time = globals.time;
    let swirl = grain(place * 0.6 + vec2(-time * 2.2, time * 1.7), detail);
    let pool = paint(i32(ACID), place + (swirl.rg - 0.5) * 26.0, detail);
    return pool.rgb * (0.75 + 0.6 * swirl.a);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let place = in.world_position.xy;
    let unit = max(abs(dpdx(place.x)), abs(dpdy(place.y)));
    let detail = max(log2(unit), 0.0);
    let found = around(board, place);
    var looks = array(
        look(data, found.tiles[0]), look(data, found.tiles[1]), look(data, found.tiles[2]),
    );
    // Two sizes of grain: for edges, and for shades that span many hexes.
    let fine = grain(place, detail);
    let broad = grain(place * 0.13, 0.0);

    // Which surface wins here, among those that are known.
    var lead = vec3(-9.0);
    var rise = vec3(0.0);
    var known = vec3(0.0);
    var is_shared = false;
    for (var i = 0; i < 3; i++) {
        let surface = looks[i].x;
        is_shared |= surface == SHARED;
        rise[i] = f32(looks[i].y) - 128.0;
        if surface != UNKNOWN {
            known[i] = found.near[i];
        }
        if surface < SHARED {
            let wobble = fine[found.colors[i]] - 0.5;
            lead[i] = found.near[i] + wobble * GROWTH[surface];
        }
    }
    if known.x + known.y + known.z <= 0.0 {
        // A whisper of something beyond.
        return vec4(vec3(0.0035, 0.0042, 0.0055) * (0.6 + 0.8 * broad.r), 1.0);
    }
    let best = max(lead.x, max(lead.y, lead.z));
    var solid = -9.0;
    var liquid = -9.0;
    var deepness = 0.0;
    var wet = 0.0;
    var kind = SHALLOW;
    var shore = 1.0;
    for (var i = 0; i < 3; i++) {
        let surface = looks[i].x;
        if surface >= SHARED { continue; }
        if is_liquid(surface) {
            let share = found.near[i] * found.near[i];
            deepness += share * select(0.34, 1.0, surface == DEEP);
            wet += share;
            if lead[i] > liquid {
                liquid = lead[i];
                kind = surface;
            }
        } else if lead[i] > solid {
            solid = lead[i];
            // Walls of stone and boards drop into the water, where earth slopes.
            shore = select(1.0, 0.0, GROWTH[surface] < 0.1);
        }
    }
    let ahead = liquid - solid;

    var color = vec3(0.0);
    if ahead < 0.03 || best < -8.0 {
        var sum = 0.0;
        for (var i = 0; i < 3; i++) {
            let surface = looks[i].x;
            if surface >= SHARED || is_liquid(surface) || lead[i] < solid - 0.2 { continue; }
            let texture = paint(i32(surface), place, detail);
            let width = 0.02 + 0.6 * GROWTH[surface];
            let share = max(lead[i] + (texture.a - 0.5) * width - solid + 0.03 + width * 0.5, 0.0001);
            color += texture.rgb * share * share;
            sum += share * share;
        }
        if sum > 0.0 {
            color /= sum;
        } else {
            color = paint(i32(STONE), place, detail).rgb;
        }
        color *= 0.86 + 0.3 * broad.r;
        color = mix(color, color * vec3(1.07, 1.0, 0.86), smoothstep(0.4, 0.75, broad.g));
        // Earth is wet along the water, and glows along lava.
        if ahead > -0.5 {
            let closeness = smoothstep(-0.22, 0.0, ahead);
            if kind == LAVA {
                color = color * (1.0 - 0.5 * closeness) + vec3(0.30, 0.055, 0.008) * closeness * closeness;
            } else {
                color *= 1.0 - closeness * mix(0.35, 0.45, shore);
            }
        }
    }
    if ahead > -0.03 {
        var pool: vec3<f32>;
        if kind == LAVA {
            pool = lava(place, detail) * mix(0.35, 1.0, smoothstep(0.0, 0.1, ahead));
        } else if kind == ACID {
            pool = acid(place, detail) * mix(0.5, 1.0, smoothstep(0.0, 0.12, ahead));
        } else {
            let sloping = smoothstep(-0.02, 0.6, ahead);
            let depth = deepness / max(wet, 0.001) * mix(0.75 + 0.25 * sloping, sloping, shore);
            pool = water(place, depth, detail);
            // Foam along the shore comes and goes.
            let swell = 0.05 * sin(globals.time * 0.8 + broad.b * 18.0);
            let foam = smoothstep(0.045, 0.0, abs(ahead - 0.075 - swell - (fine.b - 0.5) * 0.12));
            pool += vec3(0.20, 0.22, 0.21) * foam * foam * (0.35 + fine.a) * shore;
            // Where a wall drops into the water it throws its shade on it.
            pool *= 1.0 - 0.55 * (1.0 - shore) * smoothstep(0.25, 0.0, ahead);
        }
        color = mix(color, pool, smoothstep(-0.02, 0.025, ahead));
    }

    // Relief: unknown hexes lie as high as the nearest known one.
    var level = rise.x;
    if known.y > known.x && known.y >= known.z { level = rise.y; }
    if known.z > known.x && known.z > known.y { level = rise.z; }
    for (var i = 0; i < 3; i++) {
        if looks[i].x == UNKNOWN { rise[i] = level; }
    }
    let lowest = min(rise.x, min(rise.y, rise.z));
    let highest = max(rise.x, max(rise.y, rise.z));
    if highest > lowest {
        let steepness = 9.0;
        let uneven = vec3(fine[found.colors.x], fine[found.colors.y], fine[found.colors.z]) - 0.5;
        let near = found.near + 0.10 * uneven;
        let share = shares(near, steepness);
        let height = dot(share, rise);
        var slope = vec2(0.0);
        for (var i = 0; i < 3; i++) {
            slope += share[i] * (rise[i] - height) * steepness / max(near[i], 0.05) * found.slopes[i];
        }
        // Light comes from the upper left.
        let light = across(board, vec2(0.64, -0.77));
        let facing = dot(slope, light);
        let steep = length(slope);
        let cliff = smoothstep(0.11, 0.17, steep);
        if cliff > 0.0 {
            let rock = paint(ROCK, place, detail).rgb;
            color = mix(color, rock, cliff * 0.92);
        }
        let toward = -light * 26.0;
        let aside = near + vec3(dot(found.slopes[0], toward), dot(found.slopes[1], toward), dot(found.slopes[2], toward));
        let above = dot(shares(aside, steepness), rise) - height;
        let shade = smoothstep(0.3, 1.2, above);
        color *= clamp(1.0 + facing * 7.0, 0.35, 1.75) * (1.0 - 0.5 * shade);
        level = height;
    }
    color *= 1.0 + 0.09 * clamp(level, -3.0, 5.0);

    // A whisper of the grid.
    let order = found.near;
    let top = max(order.x, max(order.y, order.z));
    let low = min(order.x, min(order.y, order.z));
    let second = 1.0 - top - low;
    let edge = (top - second) * 48.0;
    let line = 1.0 - smoothstep(0.4, 0.4 + max(unit, 0.8) * 1.2, edge);
    color *= 1.0 - 0.2 * line;

    // Fire and flares.
    let soft = shares(found.near, 2.0);
    let glow = dot(soft, vec3(f32(looks[0].z), f32(looks[1].z), f32(looks[2].z))) / 255.0;
    if glow > 0.0 {
        let flicker = 0.9 + 0.1 * sin(globals.time * 7.0 + place.x * 0.02) * sin(globals.time * 4.3 + place.y * 0.03);
        color = color * (1.0 + vec3(1.1, 0.55, 0.15) * glow * flicker) + vec3(0.05, 0.016, 0.002) * glow * glow * flicker;
    }
    return vec4(color, 1.0);
}
