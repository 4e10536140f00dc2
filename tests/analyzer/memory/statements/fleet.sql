SELECT own_fleet() AS own_fleet_1;

SELECT fleet_clusters() AS fleet_clusters_1;
