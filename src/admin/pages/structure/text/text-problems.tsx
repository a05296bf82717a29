import { Box, Button, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import type { StructureCheck } from '../../../../contract/structure/texts.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { messageOf } from '../../../client/http.ts';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { QueryNotice } from '../../../kit/loading/query-state.tsx';
import { toStructurePath } from '../../../kit/screen-paths.ts';
import { Status } from '../../../kit/status/status.tsx';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { tabOf } from '../collection/settings-tabs.tsx';
import type { useTextCheck } from '../draft/use-descriptor-texts.ts';

export type TextProblem = StructureCheck['problems'][number];

type TextProblemsProps = {
  /** For the description of the editor. */
  id: string;
  found: ReturnType<typeof useTextCheck>;
  /** Whether there are several files, so that each problem names its own. */
  namesFile: boolean;
  onGoTo: (problem: TextProblem) => void;
};

/** How many problems the text has, and each as a button that leads to its line. */
export function TextProblems({ id, found, namesFile, onGoTo }: TextProblemsProps) {
  const { check: texts } = useTexts('structure-text');
  const write = useNumberFormat();
  const { check, error, isCurrent, refetch } = found;
  if (error)
    return (
      <QueryNotice
        isError
        text={fillTemplate(texts.failed, { reason: messageOf(error) })}
        retryLabel={texts.retry}
        onRetry={() => void refetch()}
      />
    );
  const { problems = [], warnings = [] } = check ?? {};
  const counts = [
    ...(problems.length > 0 ? [fillTemplate(texts.problems, numberOf(problems))] : []),
    ...(warnings.length > 0 ? [fillTemplate(texts.warnings, numberOf(warnings))] : []),
  ];
  function numberOf({ length }: readonly unknown[]) {
    return { count: write(length) };
  }
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, minHeight: 24 }}>
        {/* Only counts are read aloud, not each time that the check begins. */}
        <Typography component={Status} id={id} sx={{ fontWeight: 600 }}>
          {check && (counts.join(', ') || texts.none)}
        </Typography>
        <Typography aria-hidden sx={{ color: 'text.secondary' }}>
          {!isCurrent && texts.checking}
        </Typography>
      </Box>
      <Box component="ul" aria-label={texts.list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {[
          ...problems.map((problem) => ['error', problem] as const),
          ...warnings.map((problem) => ['warning', problem] as const),
        ].map(([severity, problem], index) => (
          <li key={`${index} ${problem.code}`}>
            <Button color={severity} size="small" sx={problemSx} onClick={() => onGoTo(problem)}>
              <strong>
                {fillTemplate(namesFile ? texts.fileLine : texts.line, {
                  file: problem.file,
                  line: problem.line,
                })}
                :
              </strong>{' '}
              {problem.path} {problemText(problem)} ({problem.code})
              {problem.suggestion !== undefined && (
                // Suggestions are the words of the descriptor, in English.
                <span lang="en"> – {problem.suggestion}</span>
              )}
            </Button>
            <PlaceLink path={problem.path} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Leads to where people see the setting as an input. */
function PlaceLink({ path }: { path: string }) {
  const { check: texts } = useTexts('structure-text');
  const [kind, name = '', setting = 'general'] = path.split('.');
  const isOfApp = kind === 'app' || kind === 'roles';
  if (!isOfApp && (kind !== 'resources' || name === '')) return null;
  const to = isOfApp
    ? `/structure/overview?tab=${kind}`
    : `${toStructurePath(name)}?tab=${tabOf(setting)}`;
  return (
    <Button component={Link} to={to} size="small" aria-label={`${texts.show}: ${path}`}>
      {texts.show}
    </Button>
  );
}

const problemSx = {
  display: 'block',
  width: '100%',
  minHeight: 28,
  textAlign: 'left',
  textTransform: 'none',
  fontWeight: 400,
  overflowWrap: 'anywhere',
};
