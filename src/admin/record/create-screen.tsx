import { useMemo } from 'react';
import { useGetOne, type RaRecord } from 'react-admin';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Alert, AlertTitle } from '@mui/material';
import { isObject } from '../../descriptor/json-object.ts';
import type { Field, Text } from '../../fields/type/field.ts';
import { FilePlaceContext } from '../../fields/files/file-place.ui.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { AccessDeniedPage } from '../kit/message-page.tsx';
import { toCreatePath, toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { toCopiedValues, type Values } from './form/form-values.ts';
import { toGivenValues } from './form/form-rules.ts';
import { RecordFormView } from './form/record-form.tsx';
import type { AfterSave } from './save-bar.tsx';
import { RecordHeader, RecordNavBar } from './record-header.tsx';
import { useBackPath } from './record-place.ts';
import { toNewLayout } from './record-layout.ts';
import { RecordSkeleton, RecordError } from './record-states.tsx';
import { useSection } from './sections/use-section.ts';
import { useRecordForm } from './use-record-form.ts';
import { useChildren } from './children/use-children.ts';
import { useNewLineSections } from './children/use-line-sections.tsx';
import { replaceable } from '../kit/screens/replaceable.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** A new record: empty, copied from another one, or with given values: `/chems/create`, `?copy={id}`, `?values={…}`. */
export function CreateScreen() {
  const { may } = useResource();
  return may('create') ? <Create /> : <AccessDeniedPage />;
}

const Create = replaceable({ part: 'create', Usual: UsualCreate, toProps: () => ({}) });

function UsualCreate() {
  const { resource } = useResource();
  const [search] = useSearchParams();
  const copyOf = search.get('copy');
  const values = search.get('values');
  const given = useMemo(() => toGiven(values), [values]);
  return copyOf === null ? (
    <RecordCreate key={`${resource.name} ${values}`} {...(given && { given })} />
  ) : (
    <RecordCopy key={`${resource.name} ${copyOf}`} id={copyOf} />
  );
}

/** Takes nothing from a mistyped address. */
function toGiven(text: string | null): Values | undefined {
  try {
    const given: unknown = JSON.parse(text ?? 'null');
    return isObject(given) ? given : undefined;
  } catch {
    return undefined;
  }
}

function RecordCopy({ id }: { id: string }) {
  const { resource } = useResource();
  const { data, error, isPending, refetch } = useGetOne(resource.name, { id });
  if (data) return <RecordCreate like={data} />;
  if (isPending) return <RecordSkeleton />;
  return <RecordError id={id} error={error} onRetry={() => void refetch()} />;
}

function RecordCreate({ like, given }: { like?: RaRecord; given?: Values }) {
  const view = useResource();
  const navigate = useNavigate();
  const location = useLocation();
  const back = useBackPath();
  const sections = useMemo(() => toNewLayout(view), [view]);
  const fields = view.writable;
  const initial: Values = useMemo(
    () => (like ? toCopiedValues(fields, like) : toGivenValues(fields, view.creates, given)),
    [fields, like, given, view],
  );
  const work = useRecordForm(undefined, initial);
  const more = useNewLineSections(work, like?.id);
  const [section, setSection] = useSection([...sections, ...more].map(({ key }) => key));

  const go = ({ id }: RaRecord, then: AfterSave): void => {
    const state = { state: location.state as unknown };
    if (then === 'another') {
      work.rebase(undefined, toGivenValues(fields, view.creates));
      setSection(0);
      window.scrollTo(0, 0);
      if (like ?? given) void navigate(toCreatePath(view.resource), { replace: true, ...state });
    } else if (then === 'close') {
      void navigate(back);
    } else {
      void navigate(toRecordPath(view.resource, id), { replace: true, ...state });
    }
  };
  return (
    <>
      <RecordNavBar />
      <RecordHeader />
      {like && work.base === undefined && <CopyNotice like={like} fields={fields} />}
      <FilePlaceContext value={like && { resource: view.resource.name, record: String(like.id) }}>
        <RecordFormView
          work={work}
          sections={sections}
          section={section}
          more={more}
          onSection={setSection}
          onSaved={go}
        />
      </FilePlaceContext>
    </>
  );
}

/** Tells the user which values the copy did not take from the original. */
export function CopyNotice({ like, fields }: { like: RaRecord; fields: readonly Field[] }) {
  const { resource } = useResource();
  const { texts, say } = useI18n();
  const lists = useChildren().filter((list) => !list.isInline || !list.createBy);
  const names = (labels: readonly Text[]) => labels.map((label) => say(label)).join(', ');
  const unique = fields.filter((field) => field.unique).map(({ label }) => label);
  // A copy gets a number of its own, so it repeats none.
  const together = resource.unique
    .filter((set) => !set.some((name) => resource.fields.get(name)?.numbering))
    .map((set) => fields.filter(({ name }) => set.includes(name)).map(({ label }) => label));
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      <AlertTitle>
        {fillTemplate(texts.rows.copyOf, { title: displayTitle(resource, like) })}
      </AlertTitle>
      {unique.length > 0 && (
        <div>{fillTemplate(texts.rows.copyLeft, { fields: names(unique) })}</div>
      )}
      {together
        .filter((set) => set.length > 0)
        .map((set) => (
          <div key={names(set)}>
            {fillTemplate(texts.rows.copyTogether, { fields: names(set) })}
          </div>
        ))}
      {lists.length > 0 && (
        <div>
          {fillTemplate(texts.rows.copyLists, { lists: names(lists.map(({ label }) => label)) })}
        </div>
      )}
    </Alert>
  );
}
