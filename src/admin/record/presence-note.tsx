import type { Person } from '../../contract/people/presence.ts';
import { Avatar, Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { Identifier } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { openPresence, type Presence } from '../client/events/open-presence.ts';
import { initials } from '../shell/layout/initials.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { useResource } from '../kit/use-resource.ts';
import { Status } from '../kit/status/status.tsx';
import { useLineCount } from './children/inline-lists.ts';
import type { RecordForm } from './use-record-form.ts';
import { Hint } from '../kit/hint.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Shows discreetly who else has the record open. While it is shown, others see this user there. */
export function PresenceNote({ id, isEditing = false }: { id: Identifier; isEditing?: boolean }) {
  const { name } = useResource().resource;
  const [people, setPeople] = useState<readonly Person[]>([]);
  const presence = useRef<Presence>(undefined);
  useEffect(() => {
    const kept = openPresence({ resource: name, _id: String(id) }, setPeople);
    presence.current = kept;
    return () => kept.close();
  }, [name, id]);
  // Another record gets another view, with an untouched form.
  useEffect(() => presence.current?.say(isEditing ? 'editing' : 'open'), [isEditing]);
  const [editing, looking] = [true, false].map((is) => people.filter((one) => one.editing === is));
  return (
    <Box component={Status} sx={noteSx}>
      <People people={editing!} key="editing" state="editing" />
      <People people={looking!} key="open" state="open" />
    </Box>
  );
}

/** The presence note of a form. It also tells others whether the user has unsaved changes. */
export function FormPresence({ work, id }: { work: RecordForm; id: Identifier }) {
  useWatch({ control: work.form.control });
  useLineCount(work);
  return <PresenceNote id={id} isEditing={work.isDirty()} />;
}

const MAX_NAMES = 3;

function People({ people, state }: { people: readonly Person[]; state: 'open' | 'editing' }) {
  const { texts, language } = useI18n();
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name || texts.presence.somebody);
  const shown = names.slice(0, MAX_NAMES);
  const more = names.length - shown.length;
  const listed = more > 0 ? [...shown, fillTemplate(texts.presence.more, { count: more })] : shown;
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
      <Box aria-hidden sx={{ display: 'flex' }}>
        {shown.map((name, at) => (
          <Avatar key={at} sx={avatarSx}>
            {initials(name)}
          </Avatar>
        ))}
      </Box>
      <Hint sx={{ overflowWrap: 'anywhere' }}>
        {fillTemplate(texts.presence[state], { names: list.format(listed), count: names.length })}
      </Hint>
    </Box>
  );
}

const noteSx = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  mt: 0.5,
  displayPrint: 'none',
};

const avatarSx = {
  width: 20,
  height: 20,
  ml: -0.5,
  '&:first-of-type': { ml: 0 },
  border: 1,
  borderColor: 'background.default',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  fontSize: '0.625rem',
  fontWeight: 650,
};
