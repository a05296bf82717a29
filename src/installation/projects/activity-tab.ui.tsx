import { Typography } from '@mui/material';
import { ChartPanel } from '../../admin/pages/dashboard/chart-panel.tsx';
import type { ChartItem } from '../../admin/pages/dashboard/chart-card.tsx';
import { useLanguage } from '../../admin/messages/language.ts';
import { defineRecordTab } from '../../admin/record/define-record-tab.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { SourceTable } from './source-table.ui.tsx';
import { TabFrame } from './tab-frame.ui.tsx';
import { texts } from './tab-texts.ts';
import { useReading } from './use-reading.ui.ts';
import { UserTable, type OfUser } from './user-table.ui.tsx';

const DAYS = 30;
const DAY = 86_400_000;

type Users = { since: string; data: OfUser[] };

/** Who works on the project, and what lies idle. */
function ActivityTab({ id }: { id: string }) {
  const say = useText();
  const language = useLanguage();
  const reading = useReading<Users>(id, `activity/users?days=${DAYS}`, 'sources');
  return (
    <TabFrame reading={reading}>
      {({ since, data }) => (
        <>
          <Heading>{say(texts.people)}</Heading>
          {data.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{say(texts.nobody)}</Typography>
          ) : (
            <>
              <UserTable users={data} />
              <ChartPanel
                label={say(texts.perDay)}
                head={say(texts.day)}
                items={toDays(since, data, language)}
                isTime
              />
            </>
          )}
          <Heading>{say(texts.idle)}</Heading>
          <SourceTable id={id} />
        </>
      )}
    </TabFrame>
  );
}

export const activityTab = defineRecordTab({ Tab: ActivityTab });

function Heading({ children }: { children: string }) {
  return (
    <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 650 }}>
      {children}
    </Typography>
  );
}

/** All that anybody did, day by day. */
function toDays(since: string, users: readonly OfUser[], language: string): ChartItem[] {
  const { format } = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const all = users.flatMap(({ days }) => days);
  return Array.from({ length: DAYS }, (_, at) => {
    const moment = new Date(new Date(since).getTime() + at * DAY);
    const key = moment.toISOString().slice(0, 10);
    const count = all
      .filter(({ day }) => day === key)
      .reduce((sum, { created, edited, mapped }) => sum + created + edited + mapped, 0);
    return { key, label: format(moment), count, filter: {} };
  });
}
