import { fillTemplate } from '../../../fields/fill-template.ts';
import { usePeopleTexts } from '../../people/people-texts.ts';

type Device = { browser: string | null; system: string | null };

/** Says a device in words: `Firefox on Windows`. */
export function useDevice(): (device: Device) => string {
  const { signIns: texts } = usePeopleTexts();
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? fillTemplate(texts.on, { browser, system })
      : (browser ?? system ?? texts.unknownDevice);
}
