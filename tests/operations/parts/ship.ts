import type { Part } from '../part.ts';
import { imageChecks } from '../ship/image-checks.ts';
import { manifestChecks } from '../ship/manifest-checks.ts';
import { packageChecks } from '../ship/package-checks.ts';
import { serviceChecks } from '../ship/service-checks.ts';
import { runningServiceChecks } from '../ship/running-service-checks.ts';
import { removeContainers } from '../ship/run-containers.ts';
import { removeWorkFolder } from '../ship/work-folder.ts';

export const part: Part = {
  title: 'the package, the container images, the service and the manifests',
  checks: [
    ...serviceChecks,
    ...manifestChecks,
    ...packageChecks,
    ...runningServiceChecks,
    ...imageChecks,
  ],
  close: async () => {
    await removeContainers();
    await removeWorkFolder();
  },
};
