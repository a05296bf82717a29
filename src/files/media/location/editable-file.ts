import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** The bytes of a file, of which few are read and some overwritten. Nothing is written after its end. */
export type EditableFile = {
  size: number;
  /** Fewer bytes at the end of the file. */
  read(at: number, length: number): Buffer;
  write(at: number, bytes: Buffer): void;
  close(): void;
};

export function openEditable(path: string): EditableFile {
  const file = openSync(path, 'r+');
  return {
    size: fstatSync(file).size,
    read(at, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, this.size - at)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at));
    },
    write(at, bytes) {
      writeSync(file, bytes, 0, Math.max(0, Math.min(bytes.length, this.size - at)), at);
    },
    close: () => closeSync(file),
  };
}

/** A part of a file: its first byte and its length. */
export type Part = { at: number; length: number };
