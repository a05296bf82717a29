import { useConfig } from '../../client/config.tsx';
import { useTexts } from '../../messages/texts.ts';
import { Part } from '../people/page-part.tsx';
import { KeySection } from './key-section.tsx';

/** The user's own API keys, on the profile. */
export function KeyPart() {
  const texts = useTexts('keys');
  const { user } = useConfig();
  return (
    <Part title={texts.title} lead={texts.help} isWide>
      <KeySection owner={{ id: user._id, role: user.role }} mayMake />
    </Part>
  );
}
