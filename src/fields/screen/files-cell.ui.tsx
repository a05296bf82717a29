import type { FilesCellProps } from './shown-files.ui.tsx';
import { lazy, Suspense } from 'react';
import { showBidi } from '../text/direction-signs.ts';
import { titleOfFile, type FileValue } from '../files/file-value.ts';
import { LimitedList } from './limited-list.ui.tsx';
import { Pill } from './pill.ui.tsx';

const ShownFiles = lazy(async () => ({
  default: (await import('./shown-files.ui.tsx')).ShownFiles,
}));

/** The files of a value with their pictures; until that is loaded, their titles. */
export function FilesCell(given: FilesCellProps) {
  const props = { ...given, files: given.files.map(toWhole) };
  return (
    <Suspense fallback={<Titles {...props} />}>
      <ShownFiles {...props} />
    </Suspense>
  );
}

/** A pasted id is a file of which nothing else is known until the server has answered. */
function toWhole(file: FileValue): FileValue {
  return { ...file, name: file.name ?? file.id, type: file.type ?? '', size: file.size ?? 0 };
}

function Titles({ files, place }: FilesCellProps) {
  return (
    <LimitedList
      members={files}
      place={place}
      draw={(shown) =>
        shown.map((file) => ({
          key: file.id,
          text: () => showBidi(titleOfFile(file)),
          node: <Pill outlined>{showBidi(titleOfFile(file))}</Pill>,
        }))
      }
    />
  );
}
