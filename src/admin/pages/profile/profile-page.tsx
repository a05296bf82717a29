import { Box, Button, TextField, Typography } from '@mui/material';
import { useState, type SyntheticEvent } from 'react';
import { PageTitle } from '../../kit/page-title.tsx';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { ExportData } from '../people/export-data.tsx';
import { GeneratedPassword } from './generated-password.tsx';
import { PasswordForm } from './password-form.tsx';
import { Part } from '../people/page-part.tsx';
import { SessionList } from './session-list.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useNotify } from 'react-admin';
import { checkField } from '../../../descriptor/field-check.ts';
import { readView } from '../../client/account/view-as.ts';
import { useConfig } from '../../client/config.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useIdentities } from './use-identities.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { capitalise } from '../../client/http.ts';
import { isLanguage, languageNames } from '../../../fields/problems/languages.ts';
import { useLanguage } from '../../messages/language.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { appearances, setAppearance, useAppearance } from '../../shell/theme/appearance.ts';
import { activeColours, backgrounds } from '../../shell/theme/sidebar-colours.ts';
import { useSidebarLook, type OwnLook } from '../../shell/theme/use-sidebar-look.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { shownTimeZone } from '../../../fields/text/date-format.ts';
import { Hint } from '../../kit/hint.tsx';
import { usePreference, useLanguageChoice } from '../../client/use-setting.ts';
import { spokenProblem } from '../../kit/status/spoken-problem.tsx';
import type { Resource } from '../../../descriptor/descriptor.ts';

const IdentityPart = lazyPart(
  () => import('./identity-part.tsx'),
  'IdentityPart',
  import.meta.glob('/src/admin/messages/*/sign-in/providers.ts'),
);

const FactorPart = lazyPart(
  () => import('./factor-part.tsx'),
  'FactorPart',
  import.meta.glob('/src/admin/messages/*/sign-in/factors.ts'),
);

const KeyPart = lazyPart(
  () => import('../keys/key-part.tsx'),
  'KeyPart',
  import.meta.glob('/src/admin/messages/*/pages/keys.ts'),
);

const MailPart = lazyPart(
  () => import('./mail-part.tsx'),
  'MailPart',
  import.meta.glob('/src/admin/messages/*/pages/inbox.ts'),
);

/** The user's own profile (specification, §2: `/users/myprofile`). */
export function ProfilePage() {
  const { profile: texts } = useTexts('people');
  if (!readView()) return <OwnProfile />;
  return (
    <>
      <PageTitle title={texts.title} />
      <Typography>{texts.inView}</Typography>
    </>
  );
}

function OwnProfile() {
  const { profile: texts } = useTexts('people');
  const identities = useIdentities();
  const hasIdentities = identities && identities.data.length + identities.providers.length > 0;
  return (
    <>
      <PageTitle title={texts.title} />
      <Box sx={gridSx}>
        <Part title={texts.details}>
          <DetailsForm />
        </Part>
        <Part title={texts.preferences} lead={texts.preferencesHelp}>
          <PreferencesForm />
        </Part>
        {identities?.passwords !== false && (
          <Part title={texts.password} lead={texts.passwordHelp}>
            <GeneratedPassword />
            <PasswordForm />
          </Part>
        )}
        {hasIdentities && <IdentityPart {...identities} fallback={null} />}
        <MailPart fallback={null} />
        <FactorPart fallback={null} />
        <KeyPart fallback={null} />
        <Part title={texts.sessions} lead={texts.sessionsHelp} isWide>
          <SessionList />
        </Part>
        <Part title={texts.data} lead={texts.dataHelp} isWide>
          <ExportData path="/api/users/current/data" />
        </Part>
      </Box>
    </>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
  alignItems: 'start',
  gap: 2,
  maxWidth: 1200,
};

const names = ['name', 'organisation', 'orcid'] as const;
type Name = (typeof names)[number];

const autoComplete = { name: 'name', organisation: 'organization', orcid: 'off' };

export function DetailsForm() {
  const { profile: texts } = useTexts('people');
  const notify = useNotify();
  const { user, descriptor } = useConfig();
  const users = descriptor.resources.get('users');
  // A role that may not see users has no fields of theirs; then everything known of the user is shown.
  const shown = names.filter((name) => name in user && (users?.fields.has(name) ?? true));
  const before = Object.fromEntries(shown.map((name) => [name, user[name] ?? '']));
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>(before);
  const { isBusy, problems, setProblems, forget, save } = useSaveProfile(names);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (isBusy) return;
    const newProblems = checkDetails(shown, typed, users);
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return;
    const changed = shown.filter((name) => (typed[name] ?? '').trim() !== before[name]);
    if (changed.length === 0) {
      notify(texts.unchanged, { type: 'info' });
      return;
    }
    const changes = changed.map((name) => [name, (typed[name] ?? '').trim() || null]);
    void save(Object.fromEntries(changes) as Partial<Record<Name, string | null>>, texts.saved);
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        label={texts.email}
        value={user.email}
        helperText={texts.emailHelp}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      {shown.map((name) => (
        <TextField
          key={name}
          label={texts[name]}
          required={name === 'name'}
          autoComplete={autoComplete[name]}
          value={typed[name] ?? ''}
          error={problems[name] !== undefined}
          helperText={spokenProblem(problems[name])}
          onChange={({ target }) => {
            setTyped({ ...typed, [name]: target.value });
            forget(name);
          }}
        />
      ))}
      <Button type="submit" variant="contained" loading={isBusy} sx={{ justifySelf: 'start' }}>
        {texts.save}
      </Button>
    </Box>
  );
}

/** The problems of what is typed, by the names of the inputs. */
function checkDetails(
  shown: readonly Name[],
  typed: Partial<Record<Name, string>>,
  users: Resource | undefined,
): Record<string, string> {
  const entries = shown.flatMap((name) => {
    const field = users?.fields.get(name);
    const checked = field && checkField(field, typed[name] ?? '');
    if (checked === undefined || 'value' in checked) return [];
    return [[name, capitalise(checked.problems.map((each) => problemText(each)).join('; '))]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The same preferences as in the top bar. */
export function PreferencesForm() {
  const { profile: texts } = useTexts('people');
  const speak = useLanguageChoice();
  const savePreference = usePreference();
  const language = useLanguage();
  const appearance = useAppearance();
  const spoken = useConfig().languages.filter(isLanguage);
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      {spoken.length > 1 && (
        <NativeSelect
          label={texts.language}
          value={language}
          options={spoken.map((code) => [code, languageNames[code]])}
          onChange={speak}
        />
      )}
      <NativeSelect
        label={texts.theme}
        value={appearance}
        options={appearances.map((each) => [each, texts.themes[each]])}
        onChange={(theme) => {
          setAppearance(theme);
          savePreference({ theme });
        }}
      />
      <SidebarChoices />
      <Hint>{fillTemplate(texts.timeZone, { zone: shownTimeZone() })}</Hint>
    </Box>
  );
}

/** Uses the look of the descriptor until the user chooses another. */
function SidebarChoices() {
  const { profile: texts } = useTexts('people');
  const declared = useConfig().descriptor.app.sidebar;
  const { own, choose } = useSidebarLook();
  const asInstalled = (look: string) => texts.asInstalled.replace('{look}', look);
  const chooseLook = (next: OwnLook) => choose(next.background || next.active ? next : undefined);
  return (
    <>
      <NativeSelect
        label={texts.sidebar}
        value={own.background ?? ''}
        none={asInstalled(texts.backgrounds[declared.background])}
        options={backgrounds.map((each) => [each, texts.backgrounds[each]])}
        onChange={(background) => chooseLook({ ...own, background: background || undefined })}
      />
      <NativeSelect
        label={texts.active}
        value={own.active ?? ''}
        none={asInstalled(texts.actives[declared.active])}
        options={activeColours.map((each) => [each, texts.actives[each]])}
        onChange={(active) => chooseLook({ ...own, active: active || undefined })}
      />
    </>
  );
}
