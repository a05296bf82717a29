import { headOf } from '../../../fields/text/head-of-path.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Job } from '../../../contract/jobs.ts';
import { useResource } from '../../kit/use-resource.ts';
import { formats } from '../../../files/formats/formats.ts';
import type { Mends } from './mends.ts';
import { useFileFields } from '../use-file-fields.ts';

/** The cells of a job that can be mended. */
export type Mending = {
  mends: Mends;
  /** The column of a field; undefined if the file has none, or nobody knows. */
  columnOf(path: string): string | undefined;
  /** The field at the path of a problem, or the one that the path is within. */
  fieldOf(path: string): Field | undefined;
  /** Whether a row can be imported without the cell of a field. */
  mayOmit(path: string): boolean;
};

export function useMending({ request, file }: Job, mends: Mends | undefined): Mending | undefined {
  const { resource } = useResource();
  const { find } = useFileFields();
  if (!mends) return undefined;
  const { mapping = {}, constants = {}, key } = request ?? {};
  const columns = new Map(
    Object.entries(mapping).flatMap(([column, to]): [string, string][] =>
      to === null ? [] : [[typeof to === 'string' ? to : to.field, column]],
    ),
  );
  const keys = (key ?? resource.importKey).split(',');
  // A record of JSON can get another member, but a table has only the columns of its header.
  const isFree = !formats[file.layout.format].isTable || columns.size === 0;
  const fieldOf = (path: string): Field | undefined => find(path) ?? find(headOf(path));
  return {
    mends,
    fieldOf,
    columnOf: (path) => {
      const name = find(path) ? path : headOf(path);
      if (name === '' || name in constants) return undefined;
      return columns.get(name) ?? (isFree && find(name) ? name : undefined);
    },
    mayOmit: (path) => {
      const name = headOf(path);
      return fieldOf(path)?.required !== true && !keys.includes(name) && !keys.includes(path);
    },
  };
}
