/** Distances on the WGS 84 ellipsoid. */

export interface Point {
  /** Degrees, north positive, -90 to 90. */
  readonly latitude: number;
  /** Degrees, east positive, -180 to 180. */
  readonly longitude: number;
}

const EQUATOR_RADIUS = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const POLE_RADIUS = EQUATOR_RADIUS * (1 - FLATTENING);
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);

/** Minimum and maximum radius of curvature of the ellipsoid. */
const SHARPEST = EQUATOR_RADIUS * (1 - ECCENTRICITY_SQUARED);
const FLATTEST = EQUATOR_RADIUS / Math.sqrt(1 - ECCENTRICITY_SQUARED);
/** The maximum distance of two points, in metres: half a meridian. */
export const FARTHEST = 20_003_931.4586;

const ENOUGH = 1e-12;
/** Maximum number of rounds. Vincenty's iteration needs fewer than ten, and does not converge for nearly antipodal points. */
const MOST_ROUNDS = 60;

/**
 * Returns the length in metres of the shortest path on the ellipsoid, by T. Vincenty's inverse formula (1975), exact to a
 * millimetre. It does not converge for nearly antipodal points: for them, the shortest path over a midpoint is searched.
 */
export function distance(a: Point, b: Point): number {
  return inverse(a, b) ?? splitDistance(a, b);
}

function inverse(a: Point, b: Point): number | undefined {
  const reduced = (latitude: number) => Math.atan((1 - FLATTENING) * Math.tan(radians(latitude)));
  const [u1, u2] = [reduced(a.latitude), reduced(b.latitude)];
  const difference = radians(wrapped(b.longitude - a.longitude));
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  let lambda = difference;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(cosU2 * sinLambda, cosU1 * sinU2 - sinU1 * cosU2 * cosLambda);
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda;
    if (sinSigma === 0) return cosSigma > 0 ? 0 : undefined;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * sinLambda) / sinSigma;
    const cosSquaredAlpha = 1 - sinAlpha * sinAlpha;
    const cosTwiceMiddle = cosSquaredAlpha < 1e-15 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cosSquaredAlpha;
    const c = (FLATTENING / 16) * cosSquaredAlpha * (4 + FLATTENING * (4 - 3 * cosSquaredAlpha));
    const before = lambda;
    lambda =
      difference +
      (1 - c) *
        FLATTENING *
        sinAlpha *
        (sigma + c * sinSigma * (cosTwiceMiddle + c * cosSigma * (2 * cosTwiceMiddle * cosTwiceMiddle - 1)));
    if (Math.abs(lambda) > Math.PI) return undefined;
    if (Math.abs(lambda - before) < ENOUGH) return alongSection(cosSquaredAlpha, sigma, cosTwiceMiddle);
  }
  return undefined;
}

function alongSection(cosSquaredAlpha: number, sigma: number, cosTwiceMiddle: number): number {
  const [sinSigma, cosSigma] = [Math.sin(sigma), Math.cos(sigma)];
  const u = (cosSquaredAlpha * (EQUATOR_RADIUS ** 2 - POLE_RADIUS ** 2)) / POLE_RADIUS ** 2;
  const A = 1 + (u / 16_384) * (4096 + u * (-768 + u * (320 - 175 * u)));
  const B = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)));
  const square = cosTwiceMiddle * cosTwiceMiddle;
  const correction =
    B *
    sinSigma *
    (cosTwiceMiddle +
      (B / 4) *
        (cosSigma * (2 * square - 1) - (B / 6) * cosTwiceMiddle * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)));
  return POLE_RADIUS * A * (sigma - correction);
}

const DIRECTIONS = 36;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const REFINEMENTS = 30;

/**
 * Returns the distance of nearly antipodal points. Each path crosses the great circle half-way between them; searches the best
 * crossing.
 */
function splitDistance(one: Point, other: Point): number {
  const swap = one.latitude > other.latitude || (one.latitude === other.latitude && one.longitude > other.longitude);
  const [from, to] = swap ? [other, one] : [one, other];
  const over = (direction: number): number => {
    const middle = quarterAway(from, direction);
    return (inverse(from, middle) ?? 0) + (inverse(middle, to) ?? 0);
  };
  const step = (2 * Math.PI) / DIRECTIONS;
  let best = 0;
  for (let each = 1; each < DIRECTIONS; each++) if (over(each * step) < over(best * step)) best = each;
  let [low, high] = [(best - 1) * step, (best + 1) * step];
  for (let round = 0; round < REFINEMENTS; round++) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (over(left) < over(right)) high = right;
    else low = left;
  }
  return over((low + high) / 2);
}

/** Returns the point a quarter of a great circle away in a direction (radians from north, clockwise). */
function quarterAway({ latitude, longitude }: Point, direction: number): Point {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  const north = Math.cos(lat) * Math.cos(direction);
  const east = lon + Math.atan2(Math.sin(direction), -Math.sin(lat) * Math.cos(direction));
  return { latitude: degrees(Math.asin(Math.max(-1, Math.min(1, north)))), longitude: wrapped(degrees(east)) };
}

/** Coordinates in metres from the centre of the Earth, along three axes fixed to it. */
export type Cartesian = readonly [x: number, y: number, z: number];

export function cartesian({ latitude, longitude }: Point): Cartesian {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  const normal = EQUATOR_RADIUS / Math.sqrt(1 - ECCENTRICITY_SQUARED * Math.sin(lat) ** 2);
  return [
    normal * Math.cos(lat) * Math.cos(lon),
    normal * Math.cos(lat) * Math.sin(lon),
    normal * (1 - ECCENTRICITY_SQUARED) * Math.sin(lat),
  ];
}

/** Returns the point with these cartesian coordinates. */
export function pointAt(x: number, y: number, z: number): Point {
  return {
    latitude: degrees(Math.atan2(z, (1 - ECCENTRICITY_SQUARED) * Math.sqrt(x * x + y * y))),
    longitude: degrees(Math.atan2(y, x)),
  };
}

/** Returns bounds of the shortest path on the ellipsoid, when the straight line through the Earth is `chord` metres long. */
export function distanceBounds(chord: number): readonly [least: number, most: number] {
  const most = chord >= 2 * SHARPEST ? FARTHEST : Math.min(FARTHEST, 2 * SHARPEST * Math.asin(chord / (2 * SHARPEST)));
  return [Math.max(chord, SLACK * 2 * FLATTEST * Math.asin(Math.min(1, chord / (2 * FLATTEST)))), most];
}

/** Factor for the lower bound: a geodesic is not quite plane, so the flattest arc over a chord may be slightly longer. */
const SLACK = 0.999;

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

/** Returns the same angle between -180 and 180 degrees. */
function wrapped(angle: number): number {
  return angle - 360 * Math.round(angle / 360);
}
