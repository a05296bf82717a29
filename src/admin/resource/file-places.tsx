import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import type { FilePlace } from '../../fields/files/file-context.tsx';
import { FilePlaceContext } from '../../fields/files/file-place.ui.ts';
import { useResource } from '../kit/use-resource.ts';

type Values = Readonly<Record<string, unknown>>;

type FilesAmongProps = {
  resource: Resource;
  /** A record, or a version of one, and how its files are read; undefined if the user may not. */
  among: readonly { values: Values; place: FilePlace | undefined }[];
  children: ReactNode;
};

/** For values of several records: a file belongs to the first record that has it, or has just been uploaded. */
export function FilesAmong({ resource, among, children }: FilesAmongProps) {
  const fields = fileFields(resource);
  const has = (values: Values, id: string): boolean =>
    fields.some(({ name, kind }) => {
      const value = values[name];
      return value ? kind.files!.of(value).some((file) => file.id === id) : false;
    });
  const placeOf = ({ id }: { id: string }) => {
    const match = among.find(({ values }) => has(values, id));
    return match ? match.place : 'own';
  };
  return <FilePlaceContext value={placeOf}>{children}</FilePlaceContext>;
}

type FilesOfVersionsProps = {
  id: RaRecord['id'] | undefined;
  now: Values;
  before?: Values;
  children: ReactNode;
};

/** For values of a record as it is, as it was, and as the user changes it. */
export function FilesOfVersions({ id, now, before = {}, children }: FilesOfVersionsProps) {
  const { resource, may } = useResource();
  const place = { resource: resource.name, record: String(id) };
  const past = may('history') ? { ...place, past: true } : undefined;
  const among = [
    { values: now, place },
    { values: before, place: past },
  ];
  return (
    <FilesAmong resource={resource} among={among}>
      {children}
    </FilesAmong>
  );
}
