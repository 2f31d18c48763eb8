// The ground of the board in one pass: surfaces that grow into each other, shores, water, lava,
// relief with its shadows, light of fires.
//
// Software renderers run every line for every pixel, whatever branches say, so there are few samples
// and few branches: only the two strongest surfaces of a place are looked up.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import bevy_sprite::mesh2d_view_bindings::globals
#import hexscape::lattice::{Board, Around, across, around, hard_shares, look, slopes, soft_shares, SHARED, UNKNOWN}

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

const NOTHING: f32 = -9.0;

// Whether a surface is liquid; those of space come after them.
fn is_wet(kind: u32) -> bool {
    return kind >= SHALLOW && kind <= ACID;
}

fn paint(layer: u32, place: vec2<f32>, detail: f32) -> vec4<f32> {
    return textureSampleLevel(surfaces, surfaces_sampler, place / SURFACE, layer, detail);
}

fn grain(place: vec2<f32>, detail: f32) -> vec4<f32> {
    return textureSampleLevel(noise, noise_sampler, place / NOISE, detail);
}

fn highest(values: vec3<f32>) -> f32 {
    return max(values.x, max(values.y, values.z));
}

// How bright ground of a height is: a level makes most difference near 0, and some at any height.
fn relief_light(level: f32) -> f32 {
    let near = clamp(level, -3.0, 5.0);
    let far = level - near;
    return 1.0 + 0.09 * near + select(0.04, 0.014, far > 0.0) * far;
}

// The value of the corner that is marked.
fn pick(values: vec3<f32>, corner: vec3<bool>) -> f32 {
    return select(select(values.z, values.y, corner.y), values.x, corner.x);
}

// How far moving liquids shift what is seen of them.
fn shift(kind: u32) -> f32 {
    return select(select(select(0.0, 14.0, is_wet(kind)), 34.0, kind == LAVA), 26.0, kind == ACID);
}

// The color of a surface: liquids by their depth (0 at the shore, to 1), light and motion.
fn dressed(texture: vec4<f32>, kind: u32, depth: f32, swirl: vec4<f32>) -> vec3<f32> {
    // Water over its bed, with light that gathers in the waves.
    let ripple = swirl.a - 0.45;
    let body = mix(vec3(0.055, 0.115, 0.125), vec3(0.006, 0.022, 0.038), smoothstep(0.2, 1.0, depth));
    var water = mix(texture.rgb * vec3(0.42, 0.72, 0.76), body, smoothstep(0.0, 0.75, depth));
    let glint = smoothstep(0.10, 0.42, ripple);
    water = water * (1.0 + 0.35 * ripple) + glint * mix(vec3(0.045, 0.062, 0.06), vec3(0.010, 0.019, 0.024), depth);
    let pulse = 0.9 + 0.5 * (swirl.b - 0.5) + 0.16 * sin(globals.time * 0.9);
    let lava = texture.rgb * (0.7 + pulse * max(texture.r - 0.08, 0.0) * 1.1) * mix(0.35, 1.0, smoothstep(0.0, 0.15, depth));
    let acid = texture.rgb * (0.75 + 0.6 * swirl.a) * mix(0.5, 1.0, smoothstep(0.0, 0.2, depth));
    let liquid = select(select(water, lava, kind == LAVA), acid, kind == ACID);
    return select(texture.rgb, liquid, is_wet(kind));
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let place = in.world_position.xy;
    let unit = max(abs(dpdx(place.x)), abs(dpdy(place.y)));
    let detail = max(log2(unit), 0.0);
    let found = around(board, place);
    let near = found.near;
    let first = look(data, found.first);
    let second = look(data, found.second);
    let third = look(data, found.third);
    let packed = vec3(first.x, second.x, third.x);
    let kinds = packed & vec3(15u);
    let growths = vec3<f32>(packed >> vec3(4u)) * 0.03;

    // Grain: shades that span many hexes, edges, and what moves.
    let broad = grain(place * 0.13, 0.0);
    let fine = grain(place, detail);
    let drift = vec2(globals.time * 7.0, globals.time * 4.4);
    let swirl = grain(place * 0.72 + drift + (fine.rg - 0.5) * 46.0, detail);
    let turned = select(fine.brg, select(fine.gbr, fine.rgb, found.color == 0), found.color < 2);

    // The strongest surface here and the next one.
    let leads = select(vec3(NOTHING), near + (turned - 0.5) * growths, kinds < vec3(SHARED));
    let lead = highest(leads);
    var best = leads == vec3(lead);
    best = vec3(best.x, best.y && !best.x, best.z && !best.x && !best.y);
    let others = select(leads, vec3(NOTHING), best);
    let next_lead = highest(others);
    let next = others == vec3(next_lead);
    let numbers = vec3<f32>(kinds);
    let has_any = lead > -8.0;
    let has_next = next_lead > -8.0;
    let kind = select(STONE, u32(pick(numbers, best)), has_any);
    let other = select(kind, u32(pick(numbers, next)), has_next);
    let growth = pick(growths, best);
    let next_growth = pick(growths, next);

    let is_liquid = is_wet(kind);
    let is_other_liquid = is_wet(other);
    let gap = select(1.0, lead - next_lead, has_next);
    let is_shore = has_next && is_liquid != is_other_liquid;
    // Walls of stone and boards drop into the water, where earth slopes.
    let slope_growth = select(growth, next_growth, is_liquid);
    let sloping = select(0.0, 1.0, slope_growth >= 0.1);
    let beach = select(1.0, mix(0.75 + 0.25 * smoothstep(0.0, 0.6, gap), smoothstep(0.0, 0.6, gap), sloping), is_shore);
    let nominal = vec2(select(0.34, 1.0, kind == DEEP), select(0.34, 1.0, other == DEEP));
    let own_near = pick(near, best) * pick(near, best);
    let other_near = select(0.0, pick(near, next) * pick(near, next), has_next && is_other_liquid);
    let depth = (nominal.x * own_near + nominal.y * other_near) / max(own_near + other_near, 0.001) * beach;

    let waver = swirl.rg - 0.5;
    let texture = paint(select(kind, SHALLOW, kind == DEEP), place + waver * shift(kind), detail);
    let next_texture = paint(select(other, SHALLOW, other == DEEP), place + waver * shift(other), detail);
    var color = dressed(texture, kind, depth, swirl);
    var next_color = dressed(next_texture, other, select(depth, 0.0, is_shore), swirl);

    // Earth is wet along the water, and glows along lava.
    let closeness = smoothstep(0.22, 0.0, gap);
    let is_hot = kind == LAVA || other == LAVA;
    let damp = 1.0 - closeness * 0.42;
    let glow_of_lava = select(vec3(0.0), vec3(0.30, 0.055, 0.008) * closeness * closeness, is_hot);
    let ground = select(next_color, color, is_other_liquid) * damp + glow_of_lava;
    let foam_at = 0.075 + 0.05 * sin(globals.time * 0.8 + broad.b * 18.0) + (fine.b - 0.5) * 0.12;
    let foam = smoothstep(0.045, 0.0, abs(gap - foam_at)) * sloping * select(1.0, 0.0, kind > DEEP);
    let pool = color * (1.0 - 0.55 * (1.0 - sloping) * smoothstep(0.25, 0.0, gap))
        + vec3(0.20, 0.22, 0.21) * foam * foam * (0.35 + fine.a);
    let width = 0.02 + 0.6 * growth;
    let next_width = 0.02 + 0.6 * next_growth;
    let rise_of_texture = (texture.a - 0.5) * width - (next_texture.a - 0.5) * next_width;
    let blend = clamp(0.5 + (gap + rise_of_texture) / (0.04 + width + next_width), 0.0, 1.0);
    let plain = mix(next_color, color, select(1.0, blend, has_next));
    let edge_blend = smoothstep(-0.025, 0.025, gap);
    let shore = select(ground, mix(ground, pool, edge_blend), is_liquid);
    color = select(plain, shore, is_shore);

    color *= 0.86 + 0.3 * broad.r;
    color = mix(color, color * vec3(1.07, 1.0, 0.86), smoothstep(0.4, 0.75, broad.g));

    // Relief; unknown hexes lie as high as the nearest known one. Light comes from the upper left.
    let is_unknown = kinds == vec3(UNKNOWN);
    let known = select(near, vec3(-1.0), is_unknown);
    let heights = vec3<f32>(vec3(first.y, second.y, third.y)) - 128.0;
    let own_height = pick(heights, known == vec3(highest(known)));
    let rise = select(heights, vec3(own_height), is_unknown);
    let uneven = max(near + 0.10 * (turned - 0.5), vec3(0.05));
    let share = hard_shares(uneven);
    let height = dot(share, rise);
    let ways = slopes(found);
    let slope = ways * (share * (rise - height) * 8.0 / uneven);
    let light = across(board, vec2(0.64, -0.77));
    let steep = length(slope);
    let cliff = smoothstep(0.10, 0.155, steep) * 0.9;
    let rock = mix(vec3(0.055, 0.05, 0.042), vec3(0.21, 0.19, 0.16), fine.g * 0.6 + texture.a * 0.4);
    color = mix(color, rock, cliff);
    let above = dot(hard_shares(max(uneven - (light * 26.0) * ways, vec3(0.0))), rise) - height;
    let shade = smoothstep(0.3, 1.2, above);
    color *= clamp(1.0 + dot(slope, light) * 7.5, 0.35, 1.75) * (1.0 - 0.5 * shade);
    color *= relief_light(height);

    // A whisper of the grid.
    let top = highest(near);
    let low = min(near.x, min(near.y, near.z));
    let edge = (2.0 * top + low - 1.0) * 48.0;
    color *= 0.8 + 0.2 * smoothstep(0.4, 0.4 + max(unit, 0.8) * 1.2, edge);

    // Fire and flares.
    let glow = dot(soft_shares(near), vec3<f32>(vec3(first.z, second.z, third.z))) / 255.0;
    let flicker = 0.92 + 0.08 * sin(globals.time * 7.0 + broad.a * 40.0);
    color = color * (1.0 + vec3(1.1, 0.55, 0.15) * glow * flicker) + vec3(0.05, 0.016, 0.002) * glow * glow * flicker;

    let is_dark = all(is_unknown);
    return vec4(select(color, vec3(0.0033, 0.0040, 0.0053), is_dark), 1.0);
}
