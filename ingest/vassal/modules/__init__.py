"""What is known of single modules: a folder of tables each. `any` is what holds for all that have none."""
