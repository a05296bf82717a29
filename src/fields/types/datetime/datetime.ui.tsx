import { showDateTime } from '../../date-format.ts';
import { timeUi } from '../date/date.ui.tsx';

export const datetimeUi = timeUi(showDateTime);
