import type { Ref } from 'react';
import type { RaRecord } from 'react-admin';
import { Link, useLocation, type LinkProps } from 'react-router-dom';
import { displayTitle, isTitleField, titleFields } from '../../descriptor/title.ts';
import { showDirections } from '../../fields/direction-signs.ts';
import type { Field } from '../../fields/field.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { withoutOpenRecord } from './open-record.ts';
import { toRecordPath } from './screen-paths.ts';
import { useResource } from './use-resource.ts';

type RecordLinkProps = Omit<LinkProps, 'to'> & {
  record: RaRecord;
  /** Whose value is the text of the link; without it, or where it is empty, the record's title is. */
  field?: Field;
  ref?: Ref<HTMLAnchorElement>;
};

/** Leads from a list to a record, and takes along how to come back to that very list. */
export function RecordLink({ record, field, ...props }: RecordLinkProps) {
  const { resource } = useResource();
  const state = useListState();
  const value = field === undefined ? null : (record[field.name] as unknown);
  const text =
    value === null || value === undefined ? '' : field?.kind.text.write(value, field.settings);
  return (
    <Link
      {...props}
      to={toRecordPath(resource, record.id)}
      state={state}
      onClick={(event) => event.stopPropagation()}
    >
      {text ? showDirections(text) : displayTitle(resource, record)}
    </Link>
  );
}

/** The state of the address that lets a record's page lead back: the list's own search part. */
export type ListState = { list?: string };

export function useListState(): ListState {
  return { list: withoutOpenRecord(useLocation().search) };
}

/**
 * The column whose text is the link to the record, for keyboards and screen
 * readers (a row can only be clicked): what the record is called by, or else the
 * first that reads as a text.
 */
export function linkColumn(resource: Resource, columns: readonly Field[]): Field | undefined {
  const names = new Set([...titleFields(resource), resource.importKey]);
  return columns.find((field) => names.has(field.name)) ?? columns.find(isTitleField);
}
