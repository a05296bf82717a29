import { createContext, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListState } from '../resource/record-link.tsx';
import { toListPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';

/** Where a record is shown, which decides how the user leaves it. */
export type RecordPlace = {
  /** Beside its list, not on a page of its own. */
  isBeside: boolean;
  /** The id of the heading with the record's title, which names the frame around it. */
  heading?: string;
  /** Where the user came from; passed on to the next pages. */
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

/** The path of the list the user came from, as they left it; after a reload elsewhere, of the fresh list. */
export function useBackPath(): string {
  const { resource } = useResource();
  const state = useLocation().state as ListState | null;
  return `${toListPath(resource)}${state?.list ?? ''}`;
}
