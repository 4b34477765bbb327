// The picture of a face as a surface: bright parts are high. The page and `spinet face render` use the same text.
// Each writes "#version 300 es" and "#define VERTEX" or "#define FRAGMENT" before it. The constants are those of
// the module SpinetFace; tests compare them.
precision highp float;
precision highp int;

uniform highp sampler2D picture;
uniform bool isBack;

#ifdef VERTEX

uniform int corners;      // along each side of the surface
uniform float height;     // of white, as a fraction of the surface's side
uniform bool isTrue;      // slopes as they are, not four times as steep
uniform mat4 transform;   // from the surface to the screen
uniform mat4 turn;        // from the surface's directions to the eye's

out vec2 place;           // from the top left, 0 to 1
out vec3 normal;

const float PI = 3.14159265358979;

// The mean luminance of four by four texels.
#define LUMINANCE(x, y) dot(textureOffset(picture, at, ivec2(x, y)).rgb, vec3(0.2126, 0.7152, 0.0722))
#define ROW(y) (LUMINANCE(0, y) + LUMINANCE(1, y) + LUMINANCE(2, y) + LUMINANCE(3, y))

float heightAt(vec2 at) {
  vec2 ramp = clamp(min(at, 1.0 - at) / 0.1, 0.0, 1.0);
  return (ROW(0) + ROW(1) + ROW(2) + ROW(3)) / 16.0 * ramp.x * ramp.y * height;
}

void front(out float z, out vec3 away) {
  vec2 step = 4.0 / vec2(textureSize(picture, 0));
  vec2 run = isTrue ? step : step / 4.0;
  z = heightAt(place);
  float right = (heightAt(place + vec2(step.x, 0.0)) - z) / run.x;
  float lower = (heightAt(place + vec2(0.0, step.y)) - z) / run.y;
  away = vec3(-right, lower, 1.0);
}

// A gentle bulge, turned about the axis to the right.
void back(out float z, out vec3 away) {
  vec2 angle = PI * place;
  z = -0.5 * sin(angle.x) * sin(angle.y);
  away = vec3(-0.5 * PI * cos(angle.x) * sin(angle.y), -0.5 * PI * sin(angle.x) * cos(angle.y), -1.0);
}

void main() {
  place = vec2(gl_VertexID % corners, gl_VertexID / corners) / float(corners - 1);
  float z;
  vec3 away;
  if (isBack) back(z, away); else front(z, away);
  float y = isBack ? place.y - 0.5 : 0.5 - place.y;
  normal = mat3(turn) * normalize(away);
  gl_Position = transform * vec4(place.x - 0.5, y, z, 1.0);
}

#else

uniform bool isPhong;

in vec2 place;
in vec3 normal;
out vec4 colour;

// The afternoon sky as spherical harmonics, in the order 00, 1-1, 10, 11, 2-2, 2-1, 20, 21, 22.
const vec3 sky[9] = vec3[9](
  vec3(0.72474, 0.70701, 0.72474),
  vec3(0.34782, 0.38544, 0.45633),
  vec3(0.35814, 0.32070, 0.28414),
  vec3(0.10884, 0.08737, 0.04810),
  vec3(0.15841, 0.13602, 0.10357),
  vec3(0.21988, 0.19126, 0.15307),
  vec3(0.08556, 0.05919, 0.02605),
  vec3(0.14580, 0.11911, 0.07231),
  vec3(-0.03068, -0.05970, -0.10456)
);

vec3 harmonics(vec3 n) {
  vec3 sum = 0.886227 * sky[0] + (0.743125 * n.z * n.z - 0.247708) * sky[6];
  sum += 0.429043 * (n.x * n.x - n.y * n.y) * sky[8];
  sum += 2.0 * 0.429043 * (n.x * n.y * sky[4] + n.x * n.z * sky[7] + n.y * n.z * sky[5]);
  return sum + 2.0 * 0.511664 * (n.x * sky[3] + n.y * sky[1] + n.z * sky[2]);
}

vec3 phong(vec3 texel, vec3 n) {
  vec3 lamp = normalize(vec3(1.0, 2.0, 2.0));
  float diffuse = max(0.0, dot(n, lamp));
  float highlight = diffuse > 0.0 ? pow(max(0.0, dot(n, normalize(lamp + vec3(0.0, 0.0, 1.0)))), 5.0) : 0.0;
  return texel * (0.3 + 0.6 * diffuse) + 0.6 * highlight;
}

void main() {
  vec3 texel = isBack ? vec3(1.0) : texture(picture, place).rgb;
  vec3 n = normalize(normal);
  colour = vec4(min(isPhong ? phong(texel, n) : 0.8 * texel * harmonics(n), 1.0), 1.0);
}

#endif
