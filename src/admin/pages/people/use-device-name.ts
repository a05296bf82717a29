import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

/** Returns a function that names a device: `Firefox on Windows`. */
export function useDeviceName(): (device: {
  browser: string | null;
  system: string | null;
}) => string {
  const { signIns: texts } = useTexts('people');
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? fillTemplate(texts.on, { browser, system })
      : (browser ?? system ?? texts.unknownDevice);
}
