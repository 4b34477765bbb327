// The surface of a face, drawn by WebGL with the same shaders that `spinet face render` uses.
import { view } from "./motion.js";

export class FaceSurface {
  /** @param {HTMLCanvasElement} canvas @param {string} shaders */
  constructor(canvas, shaders) {
    this.canvas = canvas;
    this.count = 0;
    const gl = canvas.getContext("webgl2", { antialias: true, depth: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    const program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [kind, name] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, "VERTEX"], [gl.FRAGMENT_SHADER, "FRAGMENT"]])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
      gl.shaderSource(shader, `#version 300 es\n#define ${name}\n${shaders}`);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? "the shader does not compile");
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    this.place = Object.fromEntries(["corners", "height", "isTrue", "isPhong", "isBack", "transform", "turn"].map((name) => [name, gl.getUniformLocation(program, name)]));
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const what of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, what, gl.CLAMP_TO_EDGE);
    for (const what of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, what, gl.LINEAR);
    // Black until the first picture is there.
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([0, 0, 0, 255]));
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.clearColor(0.4, 0.4, 0.5, 1);
    this.corners = 0;
    this.next = null;
  }

  /** It is swapped in when the next frame is drawn.
   * @param {TexImageSource} picture */
  show(picture) { this.next = picture; }

  /** @param {number} corners */
  arrange(corners) {
    if (corners === this.corners) return;
    this.corners = corners;
    const indices = new Uint32Array((corners - 1) * (corners - 1) * 6);
    let at = 0;
    for (let row = 0; row < corners - 1; row++) {
      for (let column = 0; column < corners - 1; column++) {
        const first = row * corners + column;
        indices.set([first, first + corners, first + 1, first + 1, first + corners, first + corners + 1], at);
        at += 6;
      }
    }
    this.count = indices.length;
    this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, indices, this.gl.STATIC_DRAW);
  }

  /** @param {{pose: {x: number, y: number}, height: number, isPhong: boolean, corners: number}} scene */
  draw({ pose, height, isPhong, corners }) {
    const { gl, canvas, place } = this;
    const scale = Math.min(devicePixelRatio, 2);
    const [wide, high] = [canvas.clientWidth * scale, canvas.clientHeight * scale].map((side) => Math.max(1, Math.round(side)));
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    if (this.next) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB8, gl.RGB, gl.UNSIGNED_BYTE, this.next);
    this.next = null;
    this.arrange(corners);
    const { transform, turn } = view(pose, wide, high);
    gl.viewport(0, 0, wide, high);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniform1i(place.corners, corners);
    gl.uniform1f(place.height, height);
    gl.uniform1i(place.isTrue, 0);
    gl.uniform1i(place.isPhong, isPhong ? 1 : 0);
    gl.uniformMatrix4fv(place.transform, false, transform);
    gl.uniformMatrix4fv(place.turn, false, turn);
    for (const isBack of [0, 1]) {
      gl.uniform1i(place.isBack, isBack);
      gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_INT, 0);
    }
  }
}
