import type { FieldUi } from '../../type/field-ui.ts';
import { timeUi } from '../date/date.ui.tsx';

export const timeOfDayUi: FieldUi = { ...timeUi((value) => value), width: () => 'narrow' };
