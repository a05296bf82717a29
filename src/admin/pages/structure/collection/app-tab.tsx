import { Alert } from '@mui/material';
import { appSettings } from '../../../../descriptor/settings/descriptor-settings.ts';
import { useTexts } from '../../../messages/texts.ts';
import { WithDraft } from '../draft-provider.tsx';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { SettingsAt } from '../settings/settings-at.tsx';
import { NamesOf } from './names-of.tsx';
import { Column } from './settings-tabs.tsx';

/** The settings of the whole installation: its name and languages, the menu, the pages and the dashboard. */
export function AppTab() {
  return (
    <WithDraft>
      <App />
    </WithDraft>
  );
}

function App() {
  const { broken } = useTexts('structure-fields');
  const { declared } = useStructureDraft();
  if (!declared) return <Alert severity="info">{broken}</Alert>;
  return (
    <NamesOf declared={declared}>
      <Column>
        <SettingsAt path={['app']} schema={appSettings} />
      </Column>
    </NamesOf>
  );
}
