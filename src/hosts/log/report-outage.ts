type Result = { code: number; error?: Error };
type Exporter<Items> = { export(items: Items, done: (result: Result) => void): void };

/** Reports once when a collector stops answering, and once when it answers again. Returns the exporter. */
export function reportOutage<Items, One extends Exporter<Items>>(
  exporter: One & Exporter<Items>,
  what: string,
  warn: (message: string) => void,
): One {
  let isOut = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const fails = result.code !== 0;
      if (fails && !isOut)
        warn(
          `The OpenTelemetry collector takes no ${what}: ${result.error?.message ?? 'no reason'}`,
        );
      if (!fails && isOut) warn(`The OpenTelemetry collector takes ${what} again.`);
      isOut = fails;
      done(result);
    });
  return exporter;
}
