/** All that code of an installation for the browser imports of the product. Every name here is explained in `docs/extending.md`. */
export { fillTemplate } from '../fields/problems/fill-template.ts';
export { call } from './client/http.ts';
export { defineScreen } from './kit/screens/define-screen.ts';
export { PageTitle } from './kit/page-title.tsx';
export { useCopy } from './kit/use-copy.ts';
export { useNumberFormat } from './kit/formats/use-number-format.ts';
export { useLanguage } from './messages/language.ts';
export { useTexts } from './messages/texts.ts';
export { useText } from './messages/use-text.ts';
export { definePage } from './pages/define-page.ts';
export { defineRecordTab } from './record/define-record-tab.ts';
export type { Screens } from './screens.ts';
export type { ScreenPart, ScreenProps } from './kit/screens/define-screen.ts';
export { toLocal } from '../fields/text/date-format.ts';
