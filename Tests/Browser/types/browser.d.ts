// What browsers have and the compiler's own library does not know yet.
interface Array<T> {
  findLast(isWanted: (value: T, index: number) => unknown): T | undefined;
  findLastIndex(isWanted: (value: T, index: number) => unknown): number;
}
interface Navigator {
  readonly userActivation?: { readonly isActive: boolean };
  readonly wakeLock?: { request(kind: "screen"): Promise<EventTarget & { release(): Promise<void> }> };
}
interface HTMLElement {
  /** Where the scrolling elements of a place were when it was left. */
  tops?: [Element, number][];
}
/** What frame/theme.js gives the page. */
declare const theme: { readonly chosen: string; choose(name: string): void };
