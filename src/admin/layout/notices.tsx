import { Notification } from 'react-admin';

/** How long a notice stays (specification, §9). */
const NOTICE = 3000;

export function Notices() {
  return <Notification autoHideDuration={NOTICE} />;
}
