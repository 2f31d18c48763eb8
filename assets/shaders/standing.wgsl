// What stands on the ground: pictures with premultiplied alpha from one sheet, tinted.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var sheet: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var sheet_sampler: sampler;

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let color = textureSample(sheet, sheet_sampler, in.uv);
    return vec4(color.rgb * in.color.rgb, color.a) * in.color.a;
}
