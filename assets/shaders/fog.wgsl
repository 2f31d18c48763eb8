// What lies over the whole board: the dark of what was never seen, the veil of what is remembered,
// night and the light in it. Colors are premultiplied by alpha.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import bevy_sprite::mesh2d_view_bindings::globals
#import hexscape::lattice::{Board, Around, around, look, soft_shares}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> board: Board;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var data: texture_2d<u32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var noise: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var noise_sampler: sampler;

const NOISE: f32 = 256.0;
/// As what lies beyond the board: sRGB 10, 12, 16.
const UNSEEN = vec3<f32>(0.003035, 0.003677, 0.005182);

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
        return vec4(0.0);
    }
    if all(sights == vec3(0u)) {
        return vec4(UNSEEN, 1.0);
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

    // Remembered: gray, dim and hatched.
    let veil = 1.0 - smoothstep(0.56, 0.92, ragged);
    let lines = abs(fract((place.x + place.y) / 22.0) - 0.5) * 22.0;
    let hatch = 1.0 - smoothstep(0.5, 0.5 + max(unit, 1.0), lines);
    let cloth = veil * (0.60 + 0.07 * (mist.g - 0.5));
    color = mix(color, vec3(0.0235, 0.027, 0.034), cloth);
    color += vec3(0.016, 0.018, 0.022) * hatch * veil * (1.0 - 0.5 * board.is_night);
    cover = 1.0 - (1.0 - cover) * (1.0 - cloth);

    // Never seen: dark.
    let gone = 1.0 - smoothstep(0.06, 0.40, ragged);
    color = mix(color, UNSEEN, gone);
    cover = 1.0 - (1.0 - cover) * (1.0 - gone);
    return vec4(color, cover);
}
