import { useListController } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useResource } from '../kit/use-resource.ts';
import { isUnreadableFilter } from './filters/opening-filter.ts';
import { useListBaseProps } from './list-base-props.ts';
import { findUnknownSort } from './list-request.ts';
import { ListState } from './list-state.tsx';

/** Requests the page of records that the list at this address is going to show, and renders nothing. */
export function FirstPage() {
  const { may, find } = useResource();
  const { search } = useLocation();
  // The list leads to another address then, or shows what is wrong.
  const isOther = /asOf/.test(search) || isUnreadableFilter(search);
  if (!may('list') || isOther || findUnknownSort(find, search) !== undefined) return null;
  return (
    <ListState>
      <PageRequest />
    </ListState>
  );
}

function PageRequest() {
  const list = useListBaseProps();
  // It only starts the request. Rendered again with each step of it, it would interrupt the frame being rendered.
  useListController({
    ...list,
    queryOptions: { ...list.queryOptions, notifyOnChangeProps: noProps },
  });
  return null;
}

const noProps: [] = [];
