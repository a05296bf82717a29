import { useGetList, type Identifier } from 'react-admin';
import { useNumber } from '../use-number.ts';
import { useText } from '../../use-text.ts';
import type { ChildList } from './use-children.ts';

/** The title of a child list's tab, with how many there are as soon as that is known. */
export function ChildTab({ list, id }: { list: ChildList; id: Identifier }) {
  const say = useText();
  const number = useNumber();
  const { total } = useGetList(list.resource.name, {
    filter: { [list.field.name]: id },
    pagination: { page: 1, perPage: 1 },
    sort: { field: '_id', order: 'ASC' },
    meta: { fields: ['_id'] },
  });
  return (
    <>
      {say(list.label)}
      {total === undefined ? '' : ` (${number(total)})`}
    </>
  );
}
