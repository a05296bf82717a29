import { strToU8, zipSync } from 'fflate';
import { makePdf } from './make-pdf.ts';
import { makePicture } from './make-picture.ts';

/** A ZIP with these files; texts are written as UTF-8. */
export function makeZip(files: Readonly<Record<string, string | Uint8Array>>) {
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
  ]);
  return zipSync(Object.fromEntries(entries), { level: 1 });
}

/** Two studies in a folder, which name three of its four files, as macOS packs it. */
export async function makeStudiesZip() {
  const png = await makePicture(3, 2);
  return makeZip({
    'batch/studies.csv':
      'title,document,pictures\nOne,files/a.pdf,files/b.png | ./files/c.png\nTwo,files\\a.pdf,\n',
    'batch/files/a.pdf': makePdf(['Bisphenol A migrates']),
    'batch/files/b.png': png,
    'batch/files/c.png': png,
    'batch/files/notes.txt': 'nobody names me',
    '__MACOSX/batch/._studies.csv': 'rubbish of macOS',
  });
}
