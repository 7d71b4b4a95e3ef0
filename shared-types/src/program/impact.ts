import * as v from 'valibot';
import { Timestamp } from '../values/text.ts';

const numeric = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));

/** `carbonSavedTons` in metric tons of CO2, `pollutionReduced` in pounds: numeric strings (SPEC §3). */
export const EnvironmentalImpact = v.object({
  carbonSavedTons: numeric,
  treesEquivalent: v.number(),
  homesPowered: v.number(),
  pollutionReduced: numeric,
  lastCalculated: v.nullable(Timestamp),
});
export type EnvironmentalImpact = v.InferOutput<typeof EnvironmentalImpact>;
