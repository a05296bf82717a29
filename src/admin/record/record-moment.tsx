import { useLocation } from 'react-router-dom';
import { AsOfBanner } from '../resource/as-of-banner.tsx';
import { withoutMoment } from '../kit/as-of.ts';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { useRecordPlace } from './record-place.ts';

/** Which moment a record is shown of; today's is in the same place, and leads back to the list of today. */
export function RecordMoment({ id }: { id: string | number }) {
  const { resource } = useResource();
  const { pathname, search } = useLocation();
  const { isBeside, state } = useRecordPlace();
  if (isBeside) return <AsOfBanner today={{ pathname, search: withoutMoment(search) }} />;
  const list = state?.list && `?${withoutMoment(state.list)}`;
  return <AsOfBanner today={toRecordPath(resource, id)} state={list ? { list } : null} />;
}
