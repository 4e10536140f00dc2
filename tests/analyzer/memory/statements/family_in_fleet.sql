SELECT known.family, known.cluster
FROM fleet_families(%(families)s::TEXT[]) AS known
ORDER BY known.family, known.cluster;
