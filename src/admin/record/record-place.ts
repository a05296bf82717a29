import { createContext, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListState } from '../kit/record-link.tsx';
import { toListPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';

/** Where a record is shown, which decides how one comes away from it. */
export type RecordPlace = {
  /** Beside its list, and not on a page of its own. */
  isBeside: boolean;
  /** The id of the heading with its title, by which what frames it is named. */
  heading?: string;
  /** What pages one goes on to are told of where one came from. */
  state: ListState | null;
  /** Goes back to the list. */
  leave(): void | Promise<void>;
};

const Context = createContext<RecordPlace | undefined>(undefined);

export const RecordPlaceProvider = Context.Provider;

/** The place a record is shown in; without a provider it is a page. */
export function useRecordPlace(): RecordPlace {
  const given = useContext(Context);
  const state = useLocation().state as ListState | null;
  const navigate = useNavigate();
  const back = useBackPath();
  return given ?? { isBeside: false, state, leave: () => navigate(back) };
}

export function useIsBeside(): boolean {
  return useContext(Context)?.isBeside ?? false;
}

/** The list one came from, as it was; the fresh one after a reload elsewhere. */
export function useBackPath(): string {
  const { resource } = useResource();
  const state = useLocation().state as ListState | null;
  return `${toListPath(resource)}${state?.list ?? ''}`;
}
