import { useLocation } from 'react-router-dom';
import { AsOfBanner } from '../resource/as-of-banner.tsx';
import { withoutMoment } from '../kit/as-of.ts';
import { withoutOpenRecord } from '../kit/open-record.ts';

/** Which moment the list shows; today's list has the same filter. */
export function ListMoment() {
  const { pathname, search } = useLocation();
  return <AsOfBanner today={{ pathname, search: withoutMoment(withoutOpenRecord(search)) }} />;
}
