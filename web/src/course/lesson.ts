import type { Context, Text } from "../shell/mode";

/** A step of the course: a heading, what is to be understood, and a picture that answers. */
export interface Lesson {
  /** Its name in the address, and that of its numbers. */
  id: string;
  title: Text;
  /** Paragraphs before the picture. */
  intro: readonly Text[];
  build(place: HTMLElement, room: Room): Built;
}

export interface Built { unmount(): void }

/** What a lesson is given. */
export interface Room {
  context: Context;
  /** Its numbers of the address, if there are as many as asked for and all are finite. */
  remembered(count: number): number[] | undefined;
  /** Keeps its numbers in the address. */
  remember(numbers: readonly number[]): void;
  /** Called when language or colours have changed. */
  onChange(listener: () => void): void;
}
