/** The values without this one if they have it, else with it as the last. */
export function withToggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
