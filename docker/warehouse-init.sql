-- Airflow's metadata live beside the warehouse, in a database of their own.
create database airflow;
