/** Synonyms of network operations for discovery; each line is one meaning. */
import { wordsOf } from '../words.js';

const MEANINGS: readonly string[] = [
  'fault failure alarm defect outage incident breakdown malfunction trouble',
  'diagnose diagnosis troubleshoot troubleshooting rca localise localize localisation localization root',
  'analyse analyze analysis analytics evaluate evaluation assess assessment',
  'link connection circuit trunk',
  'optical optics fibre fiber wavelength wdm dwdm otn photonic',
  'wireless radio ran lte nr gnb enb cell mobile',
  'station bts basestation site tower',
  'ip router routing bgp ospf isis mpls packet',
  'core epc 5gc amf smf upf',
  'energy power electricity saving green',
  'performance kpi throughput sla qos',
  'configure configuration provision provisioning setup deploy deployment commission',
  'optimise optimize optimisation optimization tune tuning improve',
  'monitor monitoring observe observation watch surveillance telemetry supervise supervision',
  'security attack intrusion threat ddos firewall vulnerability',
  'congestion overload bottleneck saturation',
  'traffic flow volume demand',
  'capacity dimension dimensioning headroom',
  'image picture photo photograph imaging scan',
  'video stream camera footage film',
  'audio voice speech sound call',
  'medical health healthcare clinical hospital patient',
  'repair fix restore restoration heal healing recover recovery remedy mitigate mitigation',
  'customer subscriber user client complaint',
  'upgrade update patch firmware software release',
  'slice slicing',
  'predict prediction forecast forecasting anticipate',
  'transport carry deliver delivery move haul',
  'robot drone uav vehicle dog',
  'order ordering business billing invoice',
  'inventory topology asset resource',
  'report summary summarise summarize document documentation',
  'translate translation interpret language',
  'compute computing computation gpu processing',
  'sense sensing sensor measure measurement probe',
  'test testing verify verification validate validation check',
];

const CONCEPTS: ReadonlyMap<string, number> = new Map(
  MEANINGS.flatMap((words, concept) => [...wordsOf(words)].map((word): [string, number] => [word, concept])),
);

/** Returns the number of the meaning of a word, given in the form of `wordsOf`; undefined for a word without synonyms. */
export function conceptOf(word: string): number | undefined {
  return CONCEPTS.get(word);
}
