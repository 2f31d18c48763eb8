// Fire on the ground, or smoke and gas over it. Colors are premultiplied by alpha.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import bevy_sprite::mesh2d_view_bindings::globals
#import hexscape::lattice::{Board, Around, around, soft_shares}

// `spare` of the board is 0 for fire, 1 for smoke and gas.
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> board: Board;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var data: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var noise: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var noise_sampler: sampler;

const NOISE: f32 = 256.0;

fn grain(place: vec2<f32>) -> vec4<f32> {
    return textureSampleLevel(noise, noise_sampler, place / NOISE, 0.0);
}

// Fire, smoke and gas of a hex.
fn weather(tile: vec2<i32>) -> vec3<f32> {
    let size = vec2<i32>(textureDimensions(data));
    let is_inside = all(tile >= vec2(0)) && all(tile < size);
    let found = textureLoad(data, clamp(tile, vec2(0), size - vec2(1)), 0);
    return select(vec3(0.0), vec3<f32>(found.xyz) / 255.0, is_inside);
}

fn flames(place: vec2<f32>, heat: f32) -> vec4<f32> {
    let time = globals.time;
    let bend = grain(place * 0.8 + vec2(time * 8.0, -time * 30.0)).rg - 0.5;
    let at = place + bend * 34.0;
    let tall = grain(vec2(at.x * 1.5, at.y * 0.62 - time * 62.0));
    let quick = grain(vec2(at.x * 2.6, at.y * 1.2 - time * 118.0));
    let body = tall.r * 0.62 + quick.g * 0.42;
    let burn = smoothstep(0.30, 1.12, heat * 0.98 + body - 0.70);
    let ember = vec3(0.34, 0.035, 0.004);
    let flame = vec3(1.0, 0.27, 0.028);
    let core = vec3(1.0, 0.78, 0.30);
    var color = mix(ember, flame, smoothstep(0.15, 0.55, burn));
    color = mix(color, core, smoothstep(0.55, 0.95, burn));
    let sparks = smoothstep(0.86, 0.95, quick.b) * smoothstep(0.35, 0.8, heat);
    let cover = smoothstep(0.03, 0.4, burn);
    return vec4(color * cover + vec3(1.0, 0.5, 0.12) * sparks, cover * 0.82);
}

fn clouds(place: vec2<f32>, smoke: f32, gas: f32) -> vec4<f32> {
    let time = globals.time;
    let wind = vec2(time * 9.0, time * 4.0);
    let broad = grain(place * 0.42 - wind);
    let fine = grain(place * 1.05 - wind * 1.7 + (broad.rg - 0.5) * 60.0);
    let lit = grain(place * 0.42 - wind + vec2(-7.0, 9.0));
    let puff = broad.r * 0.6 + fine.g * 0.4;
    let side = (broad.r - lit.r) * 2.2;
    let thick = smoothstep(0.12, 0.95, smoke * 1.35 + puff - 0.55) * (0.42 + 0.4 * smoke);
    let gray = vec3(0.30, 0.31, 0.325) * clamp(0.78 + side + 0.25 * fine.b, 0.35, 1.5);
    let dense = smoothstep(0.15, 0.9, gas * 1.3 + puff - 0.55) * 0.62;
    let bubbles = smoothstep(0.80, 0.90, fine.b) * gas * 0.5;
    let green = vec3(0.20, 0.27, 0.035) * clamp(0.8 + side, 0.4, 1.5) + vec3(0.3, 0.36, 0.06) * bubbles;
    let color = gray * thick * (1.0 - dense) + green * dense;
    return vec4(color, 1.0 - (1.0 - thick) * (1.0 - dense));
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let place = in.world_position.xy;
    let found = around(board, place);
    let soft = soft_shares(found.near);
    let air = soft.x * weather(found.first) + soft.y * weather(found.second) + soft.z * weather(found.third);
    if board.spare < 0.5 {
        if air.x < 0.02 { return vec4(0.0); }
        return flames(place, air.x);
    }
    if air.y + air.z < 0.01 { return vec4(0.0); }
    return clouds(place, air.y, air.z);
}
