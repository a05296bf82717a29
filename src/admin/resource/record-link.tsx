import type { Ref } from 'react';
import type { RaRecord } from 'react-admin';
import { Link, useLocation, type LinkProps } from 'react-router-dom';
import { displayTitle, isKey, isTitleField, titleFields } from '../../descriptor/title.ts';
import { showBidi } from '../../fields/text/direction-signs.ts';
import type { Field } from '../../fields/type/field.ts';
import { Marked } from '../../fields/screen/marked.ui.tsx';
import type { Resource } from '../../descriptor/descriptor.ts';
import { useAsOf } from '../kit/as-of.ts';
import { withoutOpenRecord } from '../kit/open-record.ts';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';

type RecordLinkProps = Omit<LinkProps, 'to'> & {
  record: RaRecord;
  /** The field whose value is the link text. Without it, or if the value is empty, the text is the record's title; `children` replace both. */
  field?: Field;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link from a list to a record. It carries the state of the list, so that the record's page can lead back to it. */
export function RecordLink({ record, field, children, ...props }: RecordLinkProps) {
  const { resource } = useResource();
  const state = useListState();
  const asOf = useAsOf();
  const value = field === undefined ? null : (record[field.name] as unknown);
  const text =
    value === null || value === undefined ? '' : field?.kind.text.write(value, field.settings);
  const title = displayTitle(resource, record);
  // In the column of one part, the whole title would look like the value of that part.
  const isPart = field !== undefined && resource.titleParts.length > 1;
  const whole = isPart ? '–' : <Marked text={title} />;
  return (
    <Link
      dir="auto"
      {...props}
      {...(isPart && !text && { 'aria-label': title })}
      to={toRecordPath(resource, record.id, asOf)}
      state={state}
      onClick={(event) => event.stopPropagation()}
    >
      {children ?? (text && field ? <Marked field={field} text={showBidi(text)} /> : whole)}
    </Link>
  );
}

/** The query of the list, kept in the history state so that a record's page can lead back to it. */
export type ListState = { list?: string };

export function useListState(): ListState {
  return { list: withoutOpenRecord(useLocation().search) };
}

/**
 * The column whose text is the link to the record, for keyboards and screen readers, because
 * a row can only be clicked: the title, or else the first column that is shown as text. A title of several parts has no
 * column. Its record's key is the link then, because a part, such as a material, would seem to lead to that.
 */
export function linkColumn(resource: Resource, columns: readonly Field[]): Field | undefined {
  const names = new Set([...titleFields(resource), ...resource.importKey]);
  const isComposed = resource.titleParts.length > 1;
  // The value of another record would lead there.
  const own = columns.filter(({ name }) => !resource.through.has(name));
  const key = isComposed ? own.find(({ name }) => isKey(resource, name)) : undefined;
  return key ?? own.find((field) => names.has(field.name)) ?? own.find(isTitleField);
}
