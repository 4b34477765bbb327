// The line to the instrument. It is opened while the rest of the page is still on its way.
import { Line } from "./line.js";

export const line = new Line();
